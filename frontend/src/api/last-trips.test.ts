import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type LastTrip, lastTrips, pruneLastTrips, saveLastTrip } from "./last-trips";
import { restoreSession, signOut } from "./session";
import { saveSession, sessionEnded } from "./token";
import type { Session } from "./types";

const trip = (id: number, knownAt = Date.now()) => ({ user: 7, id, knownAt }) as LastTrip;
const sessionOf = (id: number) =>
  ({ access: "t", expires_in: 600, user: { id, user_type: "rider" } }) as Session;
const stored = () => localStorage.getItem("hansom.last-trips");

beforeAll(restoreSession);
beforeEach(() => {
  localStorage.clear();
  saveSession(sessionOf(7));
});

describe("the trips stored on the device", () => {
  it("are one per booking, newest first", () => {
    const now = Date.now();
    saveLastTrip(trip(81, now - 3));
    saveLastTrip(trip(82, now - 2));
    saveLastTrip(trip(81, now - 1));
    expect(lastTrips().map(({ id }) => id)).toEqual([81, 82]);
  });

  it("are not shown after a day", () => {
    saveLastTrip(trip(81, Date.now() - 25 * 60 * 60_000));
    expect(lastTrips()).toEqual([]);
  });

  it("leave nothing in storage when the last one is over", () => {
    saveLastTrip(trip(81));
    pruneLastTrips(({ id }) => id !== 81);
    expect(stored()).toBeNull();
  });

  it("are empty when something else is stored", () => {
    localStorage.setItem("hansom.last-trips", "{");
    expect(lastTrips()).toEqual([]);
  });

  it("stay while the same session is renewed", () => {
    saveLastTrip(trip(81));
    saveSession(sessionOf(7));
    expect(lastTrips()).toHaveLength(1);
  });

  it("are removed by a logout, even if it reaches no server", async () => {
    saveLastTrip(trip(81));
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
    await signOut().catch(() => undefined);
    vi.unstubAllGlobals();
    expect(stored()).toBeNull();
  });

  it("are removed when the server ends the session", () => {
    saveLastTrip(trip(81));
    sessionEnded();
    expect(stored()).toBeNull();
  });

  it("are removed when another user logs in", () => {
    saveLastTrip(trip(81));
    saveSession(sessionOf(8));
    expect(stored()).toBeNull();
  });
});
