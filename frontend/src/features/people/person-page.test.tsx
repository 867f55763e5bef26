import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { DriverDocument, Person, UserType } from "@/api/types";
import { loadRest, startI18n } from "@/i18n/setup";
import { ADA, BEN, callsTo, mockApi, refusal, show } from "@/testing/mock-people-api";
import { PersonPage } from "./person-page";

const parts = {
  bookings: () => <p>bookings</p>,
  wallet: () => <p>moves</p>,
  statements: () => <p>statements</p>,
  trail: () => <p>trail</p>,
};
const DOCUMENT = {
  id: 3,
  driver_id: 8,
  kind: "insurance",
  url: "/media/p.jpg",
  number: "P-1",
  expires_on: "2026-01-01",
  expired: true,
  state: "pending",
  note: "",
  created_at: "2026-03-04T10:00:00Z",
  reviewed_at: null,
} as DriverDocument;

const NO_HOURS = {
  week: "2026-11-23",
  is_current: true,
  recording: true,
  free_seconds: 0,
  busy_seconds: 0,
  utilisation: null,
  days: [],
};

function open(person: Person, as: UserType = "admin", answers: Parameters<typeof mockApi>[0] = {}) {
  const calls = mockApi({
    [`GET people/${person.id}/`]: () => person,
    [`GET people/${person.id}/presence/`]: () => NO_HOURS,
    [`GET people/${person.id}/documents/`]: () => ({ results: [DOCUMENT] }),
    ...answers,
  });
  show(<PersonPage parts={parts} />, { path: "/people/:id", at: `/people/${person.id}`, as });
  return calls;
}

const tabs = async () => (await screen.findAllByRole("tab")).map((tab) => tab.textContent);

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
afterEach(() => vi.unstubAllGlobals());

describe("a person's page", () => {
  it("shows the user and their data", async () => {
    open(ADA);
    expect(await screen.findByRole("heading", { name: "Ada Lovelace" })).toBeTruthy();
    expect(await screen.findByText("£50.00")).toBeTruthy();
    expect(screen.getByText("ada@hansom.example")).toBeTruthy();
    expect(await tabs()).toEqual(["Overview", "Bookings", "Wallet", "Ratings", "Audit log"]);
  });

  it("shows the sections of other features", async () => {
    open(ADA);
    await userEvent.click(await screen.findByRole("tab", { name: "Wallet" }));
    expect(await screen.findByText("moves")).toBeTruthy();
  });

  it("hides the wallet and the audit log from fleet admins", async () => {
    open(BEN, "fleetadmin");
    expect(await tabs()).toEqual(["Overview", "Documents", "Bookings", "Statements", "Ratings"]);
  });

  it("links to a booking for a rider, and to an online driver on the map", async () => {
    open(ADA);
    const book = await screen.findByRole("link", { name: "Book for" });
    expect(book).toHaveAttribute("href", "/addbookings?rider=7");
    expect(screen.queryByRole("link", { name: "Show on map" })).not.toBeInTheDocument();
    cleanup();
    open({ ...BEN, driver: { ...BEN.driver, active: true } } as Person, "fleetadmin");
    const map = await screen.findByRole("link", { name: "Show on map" });
    expect(map).toHaveAttribute("href", "/dashboard?driver=8");
    expect(screen.queryByRole("link", { name: "Book for" })).not.toBeInTheDocument();
  });

  it("shows not found for an unknown user", async () => {
    open(ADA, "fleetadmin", { "GET people/7/": () => refusal("not_found", 404) });
    expect(await screen.findByRole("heading", { name: "No users available." })).toBeTruthy();
  });

  it("undoes a revoked approval", async () => {
    const calls = open(BEN, "admin", { "PATCH people/8/": ({ body }) => ({ ...BEN, ...body }) });
    await userEvent.click(await screen.findByRole("button", { name: "Revoke approval" }));
    const confirmation = within(await screen.findByRole("dialog"));
    expect(callsTo(calls, "PATCH people/8/")).toEqual([]);
    await userEvent.click(confirmation.getByRole("button", { name: "Revoke approval" }));
    await userEvent.click(await screen.findByRole("button", { name: "Undo", hidden: true }));
    await waitFor(() =>
      expect(callsTo(calls, "PATCH people/8/").map(({ body }) => body)).toEqual([
        { approved: false },
        { approved: true },
      ]),
    );
    expect(await screen.findByRole("button", { name: "Revoke approval" })).toBeInTheDocument();
  });

  it("disapproves, and shows why it was rejected", async () => {
    let answer: (answered: Response) => void = () => undefined;
    open(BEN, "admin", {
      "PATCH people/8/": () =>
        new Promise<Response>((resolve) => {
          answer = resolve;
        }),
    });
    await userEvent.click(await screen.findByRole("button", { name: "Revoke approval" }));
    const confirmation = within(await screen.findByRole("dialog"));
    await userEvent.click(confirmation.getByRole("button", { name: "Revoke approval" }));
    // Shown at once, before the response arrives.
    expect(await screen.findByRole("button", { name: "Approve" })).toBeTruthy();
    answer(refusal("driver_on_trip", 409));
    expect((await screen.findByRole("alert")).textContent).toMatch(/on a trip/);
    expect(await screen.findByRole("button", { name: "Revoke approval" })).toBeTruthy();
  });
});

describe("a person's own language", () => {
  const field = () => screen.findByRole("combobox", { name: "Language" });

  it("is saved with the user as soon as it is chosen", async () => {
    const calls = open(ADA, "admin", {
      "PATCH people/7/": ({ body }) => ({ ...ADA, ...body }),
    });
    expect(await field()).toHaveValue("en");
    await userEvent.selectOptions(await field(), "Deutsch");
    expect(await screen.findByText("Ada Lovelace saved")).toBeTruthy();
    expect(callsTo(calls, "PATCH people/7/").map(({ body }) => body)).toEqual([{ language: "de" }]);
  });

  it("is rolled back where the server rejects it, and shows why", async () => {
    open(ADA, "admin", { "PATCH people/7/": () => refusal("invalid", 400, { language: "No" }) });
    await userEvent.selectOptions(await field(), "Deutsch");
    await waitFor(async () => expect(await field()).toBeInvalid());
    expect(await field()).toHaveValue("en");
  });

  it("can be unset", async () => {
    open({ ...ADA, language: "" });
    expect(await field()).toHaveDisplayValue("Not set");
  });
});

describe("a driver's documents", () => {
  it("show when they expired, and are rejected with a note", async () => {
    const calls = open(BEN, "admin", {
      "PATCH driver-documents/3/": ({ body }) => ({ ...DOCUMENT, ...body }),
    });
    await userEvent.click(await screen.findByRole("tab", { name: "Documents" }));
    expect(await screen.findByText(/Expired on/)).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Reject" }));
    const sheet = within(await screen.findByRole("dialog"));
    fireEvent.change(await sheet.findByLabelText("Note"), { target: { value: "Too dark." } });
    await userEvent.click(sheet.getByRole("button", { name: "Reject" }));
    expect(await screen.findByText("Rejected")).toBeTruthy();
    expect(callsTo(calls, "PATCH driver-documents/3/")[0]?.body).toEqual({
      state: "refused",
      note: "Too dark.",
    });
  });

  it("are rolled back when the server rejects the change", async () => {
    open(BEN, "admin", {
      "PATCH driver-documents/3/": () => refusal("document_expired", 409),
    });
    await userEvent.click(await screen.findByRole("tab", { name: "Documents" }));
    await userEvent.click(await screen.findByRole("button", { name: "Accept" }));
    expect((await screen.findByRole("alert")).textContent).toMatch(/expired/);
    expect(screen.getByText("Pending review")).toBeTruthy();
  });

  it("open in a viewer with zoom", async () => {
    open(BEN);
    await userEvent.click(await screen.findByRole("tab", { name: "Documents" }));
    await userEvent.click(await screen.findByRole("button", { name: "View Insurance" }));
    const picture = await screen.findByRole("img", { name: "Photo of the document" });
    await userEvent.click(screen.getByRole("button", { name: "Zoom in" }));
    expect(picture.style.inlineSize).toBe("150%");
  });
});
