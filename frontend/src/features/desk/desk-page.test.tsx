import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, useLocation } from "react-router";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import { rememberMe } from "@/api/session";
import type { BoardJob, DeskDriver, Me } from "@/api/types";
import { loadRest, startI18n } from "@/i18n/setup";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { driverItems } from "./desk-drivers";
import { DeskPage } from "./desk-page";
import type { Lane } from "./lanes";
import { patched } from "./use-board";

vi.mock("./desk-map", () => ({ DeskMap: () => null }));

const job = (id: number, lane: Lane, more: Partial<BoardJob> = {}): BoardJob => ({
  id,
  lane,
  reference: `REF${id}`,
  status: "NEW",
  version: 1,
  since: "2026-03-01T10:00:00Z",
  late_at: null,
  book_later: false,
  street_trip: false,
  passengers: 1,
  luggage: 0,
  children: 0,
  child_seats: 0,
  return_wait_minutes: null,
  hire_minutes: null,
  trip_date: "2026-03-01T10:00:00Z",
  customer_name: "Ada Marlowe",
  flags: [],
  pickup: { lat: 50.7, lng: -1.29, add: "Newport" },
  drop_add: "Ryde",
  stop_count: 0,
  next_stop: null,
  car_type: "Economy",
  driver: null,
  offered_to: [],
  planned_driver: null,
  backup_driver: null,
  held_until: null,
  hold_reason: "",
  ...more,
});

const driver = (id: number, state: DeskDriver["state"], name = `Driver ${id}`): DeskDriver => ({
  id,
  name,
  state,
  since: "2026-03-01T10:00:00Z",
  vehicle_number: `HW${id}`,
  car_type: null,
  lat: null,
  lng: null,
  heading: null,
  at: null,
  online: true,
  busy: state === "busy",
  booking_id: null,
});

function Address() {
  const { search } = useLocation();
  return <p>at {search || "the board"}</p>;
}

function show(jobs: BoardJob[], drivers: DeskDriver[] = [], address = "/desk") {
  const fetched: string[] = [];
  vi.stubGlobal("fetch", async (url: string) => {
    const { pathname } = new URL(url, "http://localhost");
    const path = pathname.replace("/api/v1/", "");
    fetched.push(path);
    if (path === "desk/board/") return Response.json({ now: "", jobs, more: false });
    if (path === "desk/drivers/") return Response.json({ results: drivers });
    const id = Number(/^bookings\/(\d+)\/$/.exec(path)?.[1]);
    if (id) return Response.json({ id, actions: ["assign", "cancel"] });
    return Response.json({ symbol: "£", decimal: 2, results: [] });
  });
  rememberMe({ id: 1, user_type: "admin" } as Me);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ThemeProvider>
        <MemoryRouter initialEntries={[address]}>
          <Address />
          <DeskPage
            sound={null}
            form={({ onClose, onBooked }) => (
              <section aria-label="Booking form">
                <button type="button" onClick={onClose}>
                  Close form
                </button>
                <button type="button" onClick={() => onBooked({ id: 9 })}>
                  Book
                </button>
              </section>
            )}
            dialog={({ id, action, driver: to, onClose, onRefused }) => (
              <div role="dialog" aria-label={`${action} ${id} ${to?.name ?? ""}`}>
                <button type="button" onClick={onClose}>
                  Close
                </button>
                <button type="button" onClick={onRefused}>
                  Refuse
                </button>
              </div>
            )}
          />
        </MemoryRouter>
      </ThemeProvider>
    </QueryClientProvider>,
  );
  return fetched;
}

const active = () => screen.queryByRole("option", { selected: true })?.id;

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

describe("the board", () => {
  it("is run by keys: the active job moves within and between lanes", async () => {
    show([job(1, "waiting"), job(2, "waiting"), job(3, "arrived")]);
    await screen.findByRole("listbox", { name: "Waiting 2" });
    expect(active()).toBeUndefined();
    await userEvent.keyboard("j");
    expect(active()).toBe("job-1");
    await userEvent.keyboard("{ArrowDown}");
    expect(active()).toBe("job-2");
    await userEvent.keyboard("l");
    expect(active()).toBe("job-3");
    expect(screen.getByRole("listbox", { name: "Arrived 1" })).toHaveFocus();
    await userEvent.keyboard("{Escape}");
    expect(active()).toBeUndefined();
  });

  it("opens the dialog of the active job, and says what is not possible", async () => {
    show([job(1, "waiting")]);
    await screen.findByRole("listbox", { name: "Waiting 1" });
    await userEvent.keyboard("a");
    expect(screen.queryByRole("dialog")).toBeNull();
    await userEvent.keyboard("ju");
    const dialog = await screen.findByRole("dialog", { name: "unassign 1" });
    await userEvent.click(within(dialog).getByRole("button", { name: "Refuse" }));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(screen.getByText("Not possible now: Unassign")).toBeVisible();
    await userEvent.click(await screen.findByRole("button", { name: "Assign" }));
    expect(screen.getByRole("dialog", { name: "assign 1" })).toBeVisible();
  });

  it("takes no key for itself while a dialog is open, wherever the focus is", async () => {
    show([job(1, "waiting"), job(2, "waiting")]);
    await screen.findByRole("listbox", { name: "Waiting 2" });
    await userEvent.keyboard("ja");
    await screen.findByRole("dialog", { name: "assign 1" });
    await userEvent.keyboard("jc{Escape}");
    expect(active()).toBe("job-1");
    expect(screen.getByRole("dialog", { name: "assign 1" })).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Close" }));
    await userEvent.keyboard("j");
    expect(active()).toBe("job-2");
  });

  it("shows the number of stops of a job, and the next one", async () => {
    show([
      { ...job(1, "on_board"), stop_count: 2, next_stop: "Union Street" },
      { ...job(2, "on_board"), stop_count: 1, next_stop: null },
      job(3, "on_board"),
    ]);
    const [first, second, third] = await screen.findAllByRole("option");
    expect(first).toHaveTextContent("Stops: 2 · Next stop: Union Street");
    expect(second).toHaveTextContent("Stops: 1");
    expect(second).not.toHaveTextContent("Next stop");
    expect(third).not.toHaveTextContent("Stops");
  });

  it("filters, and returns to the first match", async () => {
    show([job(1, "waiting"), job(2, "arrived", { customer_name: "Cleo Stranger" })]);
    await screen.findByRole("listbox", { name: "Waiting 1" });
    await userEvent.keyboard("/");
    const filter = screen.getByRole("searchbox", { name: "Filter bookings" });
    expect(filter).toHaveFocus();
    await userEvent.keyboard("cleo{Enter}j");
    expect(filter).toHaveValue("cleo");
    expect(active()).toBe("job-2");
    expect(screen.queryByRole("listbox", { name: /Waiting/ })).toBeNull();
  });

  it("draws only what is visible of two thousand jobs", async () => {
    show(Array.from({ length: 2000 }, (_, index) => job(index + 1, "waiting")));
    await screen.findByRole("listbox", { name: "Waiting 2,000" });
    expect(screen.getAllByRole("option").length).toBeLessThan(30);
    await userEvent.keyboard("j{End}");
    expect(active()).toBe("job-2000");
  });

  it("does not fetch the records that the keys pass by", async () => {
    const fetched = show(Array.from({ length: 9 }, (_, index) => job(index + 1, "waiting")));
    await screen.findByRole("listbox", { name: "Waiting 9" });
    await userEvent.keyboard("jjjjj");
    await screen.findByRole("button", { name: "Assign" });
    expect(fetched.filter((path) => /^bookings\/\d+\/$/.test(path))).toEqual(["bookings/5/"]);
  });

  it("remembers lanes and density on this device", async () => {
    show([job(1, "waiting"), job(2, "arrived")]);
    await screen.findByRole("listbox", { name: "Waiting 1" });
    await userEvent.click(screen.getByRole("button", { name: "Layout" }));
    await userEvent.click(screen.getByRole("checkbox", { name: "Waiting" }));
    await userEvent.click(screen.getByRole("switch", { name: "Compact cards" }));
    expect(screen.queryByRole("listbox", { name: "Waiting 1" })).toBeNull();
    expect(JSON.parse(localStorage.getItem("hansom.desk.1") ?? "")).toMatchObject({
      hidden: ["waiting"],
      dense: true,
    });
  });

  it("marks a held job with the time left and the reason; it is not late", async () => {
    const held_until = new Date(Date.now() + 125_000).toISOString();
    show([
      job(1, "waiting", {
        held_until,
        late_at: held_until,
        hold_reason: "The passenger calls back",
      }),
    ]);
    const card = await screen.findByRole("option");
    expect(card).toHaveTextContent(/On hold 2:0\d/);
    expect(card).toHaveTextContent("The passenger calls back");
    expect(card).not.toHaveTextContent("left");
  });

  it("opens the booking form with N and takes no keys for itself while it is open", async () => {
    show([job(1, "waiting")]);
    await screen.findByRole("listbox", { name: "Waiting 1" });
    await userEvent.keyboard("n");
    expect(await screen.findByRole("region", { name: "Booking form" })).toBeVisible();
    expect(screen.getByText("at ?new=1")).toBeInTheDocument();
    await userEvent.keyboard("j");
    expect(active()).toBeUndefined();
    await userEvent.click(screen.getByRole("button", { name: "Close form" }));
    expect(screen.queryByRole("region", { name: "Booking form" })).toBeNull();
    expect(screen.getByText("at the board")).toBeInTheDocument();
    await userEvent.keyboard("j");
    expect(active()).toBe("job-1");
  });

  it("books a job's trip again with D and its return with B", async () => {
    show([job(4, "arrived")]);
    await screen.findByRole("listbox", { name: "Arrived 1" });
    await userEvent.keyboard("jd");
    expect(await screen.findByText("at ?new=1&repeat=4")).toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "Close form" }));
    await userEvent.keyboard("b");
    expect(await screen.findByText("at ?new=1&return=4")).toBeInTheDocument();
  });

  it("selects and focuses a new booking, which the filter does not hide", async () => {
    const jobs = [job(1, "waiting")];
    show(jobs, [], "/desk?new=1");
    await screen.findByRole("listbox", { name: "Waiting 1" });
    await userEvent.type(screen.getByRole("searchbox", { name: "Filter bookings" }), "ada");
    jobs.push(job(9, "scheduled", { customer_name: "Cleo Stranger" }));
    await userEvent.click(screen.getByRole("button", { name: "Book" }));
    await waitFor(() => expect(active()).toBe("job-9"));
    expect(screen.getByRole("listbox", { name: "Scheduled 1" })).toHaveFocus();
    expect(screen.queryByRole("region", { name: "Booking form" })).toBeNull();
  });

  it("says that there are no bookings", async () => {
    show([]);
    expect(await screen.findByText("No open bookings")).toBeVisible();
  });
});

describe("live changes", () => {
  it("replace the jobs that were read again, add new ones and remove those that left", () => {
    const before = [job(1, "waiting"), job(2, "waiting"), job(3, "waiting", { version: 5 })];
    const found = [
      job(1, "offered", { version: 2 }),
      job(3, "late", { version: 4 }),
      job(4, "late"),
    ];
    const after = patched(before, [1, 2, 3, 4], found);
    expect(after.map(({ id, lane }) => [id, lane])).toEqual([
      [4, "late"],
      [1, "offered"],
      [3, "waiting"],
    ]);
  });
});

describe("the drivers", () => {
  it("get a message with M; O takes only a chosen driver who is online offline", async () => {
    show([job(1, "waiting")], [driver(8, "free"), driver(9, "offline")]);
    await screen.findByRole("button", { name: /Driver 9/ });
    await userEvent.keyboard("o");
    expect(screen.queryByRole("dialog")).toBeNull();
    await userEvent.keyboard("m");
    const message = await screen.findByRole("dialog", { name: "Message drivers" });
    expect(within(message).getByRole("combobox", { name: "To" })).toHaveDisplayValue(
      "All drivers in the list: 2",
    );
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await userEvent.click(screen.getByRole("button", { name: /Driver 9/ }));
    expect(screen.getByRole("button", { name: "Take offline" })).toBeDisabled();
    await userEvent.click(screen.getByRole("button", { name: /Driver 8/ }));
    await userEvent.keyboard("o");
    expect(await screen.findByRole("dialog", { name: "Take Driver 8 offline?" })).toBeVisible();
  });

  it("are listed under their states and found by name or plate", async () => {
    const all = [driver(1, "busy"), driver(2, "free", "Ben"), driver(3, "free")];
    expect(driverItems(all, "").map((item) => ("id" in item ? item.id : item.state))).toEqual([
      "free",
      2,
      3,
      "busy",
      1,
    ]);
    expect(driverItems(all, "hw1").length).toBe(2);
    show([], all);
    const list = await screen.findByRole("region", { name: "Drivers" });
    expect(await within(list).findByRole("button", { name: /Ben/ })).toBeVisible();
  });
});
