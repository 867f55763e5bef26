import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { restoreSession } from "@/api/session";
import { loadRest, startI18n } from "@/i18n/setup";
import { callsTo, mockBookingApi, PIER, refusal, showBooking } from "@/testing/mock-booking-api";
import { currentDraft, reloadDraft } from "./draft-store";

const pickup = () => screen.getByRole("combobox", { name: "Pickup" });
const activeOptions = () => screen.getAllByRole("option").filter((o) => o.ariaSelected === "true");

beforeAll(async () => {
  await startI18n();
  await loadRest();
  await restoreSession();
});
beforeEach(() => {
  sessionStorage.clear();
  reloadDraft();
});
afterEach(() => vi.unstubAllGlobals());

describe("an address field", () => {
  it("searches once after a typing pause, and never for blanks", async () => {
    const calls = mockBookingApi();
    showBooking();
    await userEvent.type(pickup(), "   ");
    await new Promise((done) => setTimeout(done, 300));
    expect(callsTo(calls, "places/autocomplete/")).toEqual([]);
    for (const value of ["", "r", "ry", "ryd", "ryde"]) {
      fireEvent.change(pickup(), { target: { value } });
    }
    await screen.findByRole("option", { name: /Pier Head/ });
    expect(callsTo(calls, "places/autocomplete/").map((call) => call.path)).toEqual([
      expect.stringMatching(/^places\/autocomplete\/\?q=ryde&session=[0-9a-f-]{36}$/),
    ]);
  });

  it("works by keyboard: down, up, wrap around, Enter", async () => {
    mockBookingApi();
    showBooking();
    await userEvent.type(pickup(), "ryde");
    await screen.findByRole("option", { name: /Pier Head/ });
    // On a slow machine the results of a partial query load first.
    await waitFor(() => expect(screen.getByRole("listbox")).toHaveAttribute("aria-busy", "false"));
    expect(pickup()).toHaveAttribute("aria-expanded", "true");
    expect(activeOptions()[0]).toHaveTextContent("Ryde Pier Head");
    expect(pickup()).toHaveAttribute("aria-activedescendant", activeOptions()[0]?.id);
    await userEvent.keyboard("{ArrowDown}");
    expect(activeOptions()[0]).toHaveTextContent("Ryde Esplanade");
    await userEvent.keyboard("{ArrowDown}");
    expect(activeOptions()[0]).toHaveTextContent("Ryde Pier Head");
    await userEvent.keyboard("{ArrowUp}{ArrowUp}{Enter}");
    await waitFor(() => expect(currentDraft().pickup).toEqual(PIER));
    expect(pickup()).toHaveValue(PIER.add);
    expect(pickup()).toHaveAttribute("aria-expanded", "false");
  });

  it("applies Enter to the results of the latest query only", async () => {
    mockBookingApi();
    showBooking();
    await userEvent.type(pickup(), "ryd");
    await screen.findByRole("option", { name: /Pier Head/ });
    expect(screen.getByRole("listbox")).toHaveAttribute("aria-busy", "false");
    let answer: (response: Response) => void = () => undefined;
    const late = new Promise<Response>((resolve) => {
      answer = resolve;
    });
    const calls = mockBookingApi({ "places/autocomplete/": () => late });
    await userEvent.type(pickup(), " esp{Enter}");
    expect(screen.getByRole("listbox")).toHaveAttribute("aria-busy", "true");
    expect(callsTo(calls, "places/p")).toEqual([]);
    const formatting = {
      main_text: "Esplanade",
      main_text_matched_substrings: [],
      secondary_text: "",
    };
    const found = { place_id: "p7", description: "Esplanade", structured_formatting: formatting };
    answer(Response.json({ results: [found] }));
    await waitFor(() => expect(callsTo(calls, "places/p7/")).toHaveLength(1));
    expect(callsTo(calls, "places/p1/")).toEqual([]);
  });

  it("highlights the query in each result", async () => {
    mockBookingApi();
    showBooking();
    await userEvent.type(pickup(), "ryde");
    const option = await screen.findByRole("option", { name: /Pier Head/ });
    expect(option.querySelector("mark")).toHaveTextContent(/^Ryde$/);
  });

  it("restores the chosen address on Escape, and is cleared by its button", async () => {
    mockBookingApi();
    showBooking();
    await userEvent.type(pickup(), "ryde");
    await userEvent.click(await screen.findByRole("option", { name: /Pier Head/ }));
    await waitFor(() => expect(pickup()).toHaveValue(PIER.add));
    await userEvent.type(pickup(), " xx");
    await userEvent.keyboard("{Escape}");
    expect(pickup()).toHaveValue(PIER.add);
    await userEvent.click(screen.getByRole("button", { name: "Clear pickup" }));
    expect(currentDraft().pickup).toBeNull();
    expect(pickup()).toHaveValue("");
  });

  it("marks text without a chosen place", async () => {
    mockBookingApi({ "places/autocomplete/": () => new Response('{"results":[]}') });
    showBooking();
    await userEvent.type(pickup(), "nowhere");
    expect(await screen.findByText(/No results/)).toBeInTheDocument();
    await userEvent.tab();
    expect(await screen.findByText("Choose an address from the list.")).toBeInTheDocument();
    expect(pickup()).toHaveValue("nowhere");
  });

  it("shows google_places_error when the search fails, and chooses nothing", async () => {
    mockBookingApi({ "places/p": () => refusal("google_places_error", 404) });
    showBooking();
    await userEvent.type(pickup(), "ryde");
    await userEvent.click(await screen.findByRole("option", { name: /Pier Head/ }));
    expect(await screen.findByText("We couldn’t find this place. Try again.")).toBeInTheDocument();
    expect(currentDraft().pickup).toBeNull();
  });
});
