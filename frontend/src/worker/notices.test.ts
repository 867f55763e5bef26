import { readFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { notificationOf, type OpenWindow, openPage, windowToTake } from "./notices";

const NOTICE = {
  title: "Your driver has arrived",
  msg: "Ben is at the pickup.",
  screen: "BookingCab",
  data: { booking_id: 81 },
  tag: "booking-81",
};

/** A window of ours; `answers` when the app in it is awake. */
function windowAt(path: string, { focused = false, visible = true, answers = true } = {}) {
  const posted: unknown[] = [];
  const there: OpenWindow & { posted: unknown[] } = {
    url: `https://cabs.example${path}`,
    focused,
    visibilityState: visible ? "visible" : "hidden",
    posted,
    focus: vi.fn(async () => undefined),
    postMessage: (message, [port]) => {
      posted.push(message);
      if (answers) port?.postMessage(true);
    },
  };
  return there;
}

describe("a push", () => {
  it("is shown with its text, its page and its tag", () => {
    const { title, options } = notificationOf(NOTICE, false);
    expect(title).toBe("Your driver has arrived");
    expect(options).toMatchObject({
      body: "Ben is at the pickup.",
      tag: "booking-81",
      renotify: true,
      silent: false,
      data: { page: "/bookings/81" },
    });
  });

  it("has the operator's icon, and a badge at the address where pictures of the build are served", () => {
    const { icon, badge } = notificationOf(NOTICE, false).options;
    expect(icon).toBe("/icons/192.png");
    expect(badge).toMatch(/^\/static\/[\w-]+\.png$/);
    const picture = readFileSync(badge.replace("/static/", "public/"));
    expect(picture.subarray(1, 4).toString()).toBe("PNG");
    // The badge is drawn by its transparency alone: colour type 6 has an alpha channel.
    expect(picture[25]).toBe(6);
  });

  it("makes no sound while a window of ours is in front", () => {
    expect(notificationOf(NOTICE, true).options).toMatchObject({ silent: true, renotify: false });
  });

  it("that cannot be read is shown all the same, as browsers demand", () => {
    for (const payload of [null, undefined, "x", { title: 7, data: "x" }]) {
      const { title, options } = notificationOf(payload, false);
      expect(title).toBe("Hansom");
      expect(options.body).toBe("");
      expect(options.data.page).toBe("/");
      expect(options).not.toHaveProperty("tag");
      expect(options).not.toHaveProperty("renotify");
    }
  });
});

describe("a notification that is pressed", () => {
  const openWindow = vi.fn(async () => undefined);

  it("takes the window in front, else one in sight, else any", () => {
    const hidden = windowAt("/", { visible: false });
    const seen = windowAt("/");
    const front = windowAt("/", { focused: true });
    expect(windowToTake([hidden, seen, front])).toBe(front);
    expect(windowToTake([hidden, seen])).toBe(seen);
    expect(windowToTake([hidden])).toBe(hidden);
    expect(windowToTake([])).toBeUndefined();
  });

  it("opens a window where there is none", async () => {
    await openPage("/bookings/81", [], openWindow);
    expect(openWindow).toHaveBeenCalledWith("/bookings/81");
  });

  it("only brings a window forward that shows the page already", async () => {
    const there = windowAt("/bookings/81");
    openWindow.mockClear();
    await openPage("/bookings/81", [there], openWindow);
    expect(there.focus).toHaveBeenCalled();
    expect(there.posted).toEqual([]);
    expect(openWindow).not.toHaveBeenCalled();
  });

  it("messages the app in the window to open the page", async () => {
    const there = windowAt("/");
    openWindow.mockClear();
    await openPage("/bookings/81", [there], openWindow);
    expect(there.posted).toEqual([{ type: "turn-to", page: "/bookings/81" }]);
    expect(openWindow).not.toHaveBeenCalled();
  });

  it("opens another window when there is no response", async () => {
    openWindow.mockClear();
    await openPage("/bookings/81", [windowAt("/", { answers: false })], openWindow);
    expect(openWindow).toHaveBeenCalledWith("/bookings/81");
  });
});
