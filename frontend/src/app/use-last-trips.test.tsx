import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { bookingKey } from "@/api/bookings";
import { type LastTrip, lastTrips, saveLastTrip } from "@/api/last-trips";
import { tasksKey } from "@/api/me";
import { createQueryClient } from "@/api/query-client";
import { restoreSession } from "@/api/session";
import { saveSession, sessionEnded } from "@/api/token";
import type { Booking, BookingStatus, Session, UserType } from "@/api/types";
import { useLastTrips } from "./use-last-trips";

function booking(status: BookingStatus, changes: Partial<Booking> = {}): Booking {
  return {
    id: 81,
    reference: "K7WQ4P",
    app_category: "taxi",
    status,
    trip_date: "2026-11-23T09:00:00Z",
    book_later: false,
    car_type: { id: 1, name: "Economy", image: null, icon: "economy" },
    pickup: { lat: 50.6997, lng: -1.2931, add: "Bus Station, Newport" },
    drop: { lat: 50.7392, lng: -1.16, add: "Pier Head, Ryde" },
    otp: "48213",
    trip_cost: "24.50",
    customer: { id: 7, name: "Ada Lovell", contact: "+44 7700 900123", image: "/media/ada" },
    driver: {
      id: 31,
      name: "Ben Whitlock",
      contact: "+44 7700 900456",
      image: "/media/ben",
      vehicle_number: "HW12 CAB",
      vehicle_make: "Skoda",
      vehicle_model: "Octavia",
      rating: "4.8",
      position: { lat: 50.71, lng: -1.28, heading: 90, at: "2026-11-23T09:00:00Z" },
    },
    ...changes,
  } as unknown as Booking;
}

let client = createQueryClient();
let answers: Record<string, () => Response> = {};
let notice: (id: unknown) => void = () => undefined;

function Follower() {
  notice = useLastTrips();
  return null;
}

function open(user_type: UserType): void {
  const user = { id: 7, user_type };
  act(() => saveSession({ access: "t", expires_in: 600, user } as Session));
  render(
    <QueryClientProvider client={client}>
      <Follower />
    </QueryClientProvider>,
  );
}

const show = (data: Booking) => act(() => void client.setQueryData(bookingKey(data.id), data));

beforeAll(restoreSession);
beforeEach(() => {
  localStorage.clear();
  client = createQueryClient();
  answers = {};
  vi.stubGlobal("fetch", async (url: string) => {
    const answer = answers[url.replace("/api/v1/", "")];
    return answer?.() ?? Response.json({ code: "not_found", detail: "" }, { status: 404 });
  });
});
afterEach(() => {
  act(() => sessionEnded("left"));
  vi.unstubAllGlobals();
});

it("stores only the data of a rider's trip that is needed offline", () => {
  open("rider");
  show(booking("ACCEPTED"));
  const [{ knownAt, ...trip }] = lastTrips() as [LastTrip];
  expect(Date.now() - knownAt).toBeLessThan(60_000);
  expect(trip).toEqual({
    user: 7,
    role: "rider",
    id: 81,
    reference: "K7WQ4P",
    status: "ACCEPTED",
    category: "taxi",
    scheduledFor: null,
    pickup: "Bus Station, Newport",
    drop: "Pier Head, Ryde",
    name: "Ben Whitlock",
    phone: "+44 7700 900456",
    plate: "HW12 CAB",
    car: "Skoda Octavia",
    code: "48213",
  });
  expect(Object.keys(localStorage).sort()).toEqual(["hansom.last-trips", "hansom.signed-in"]);
});

it("stores no code that is no longer needed", () => {
  open("rider");
  show(booking("STARTED"));
  expect(lastTrips()[0]?.code).toBe("");
  show(booking("STARTED", { app_category: "delivery" }));
  expect(lastTrips()[0]?.code).toBe("48213");
});

it("stores a driver's trip with the rider's number and without the code", () => {
  open("driver");
  act(() => void client.setQueryData(tasksKey, { offers: [], current: booking("ARRIVED") }));
  expect(lastTrips()).toMatchObject([
    { id: 81, role: "driver", name: "Ada Lovell", phone: "+44 7700 900123", code: "" },
  ]);
  act(() => void client.setQueryData(tasksKey, { offers: [], current: null }));
  expect(lastTrips()).toEqual([]);
});

it("stores nothing for staff", () => {
  for (const role of ["admin", "fleetadmin"] as const) {
    open(role);
    show(booking("ACCEPTED"));
    expect(lastTrips()).toEqual([]);
  }
});

for (const status of ["PAID", "COMPLETE", "CANCELLED"] as const) {
  it(`removes a trip that has become ${status}`, () => {
    open("rider");
    show(booking("ACCEPTED"));
    show(booking(status));
    expect(lastTrips()).toEqual([]);
  });
}

it("refetches the trip of an earlier page, and removes one that is over", async () => {
  answers["bookings/81/"] = () => Response.json(booking("STARTED"));
  for (const id of [81, 82])
    saveLastTrip({ user: 7, id, status: "ACCEPTED", knownAt: Date.now() } as LastTrip);
  open("rider");
  await waitFor(() => expect(lastTrips()).toMatchObject([{ id: 81, status: "STARTED" }]));
});

it("fetches the trip of a notification, whichever page is open", async () => {
  answers["bookings/81/"] = () => Response.json(booking("ARRIVED"));
  open("rider");
  notice(81);
  await waitFor(() => expect(lastTrips()).toMatchObject([{ id: 81, status: "ARRIVED" }]));
});

it("stores nothing after another tab has logged out", () => {
  open("rider");
  localStorage.clear();
  show(booking("ACCEPTED"));
  expect(lastTrips()).toEqual([]);
});
