import { readFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { chooseWindow, notificationOf, type OpenWindow, openPage } from "./notices";

const NOTICE = {
  title: "Your driver has arrived",
  msg: "Ben is at the pickup.",
  screen: "BookingCab",
  data: { booking_id: 81 },
  tag: "booking-81",
};

/** A fake window of the app; `answers` if the app in it responds. */
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

  it("has the operator's icon, and a badge at the address of the build's images", () => {
    const { icon, badge } = notificationOf(NOTICE, false).options;
    expect(icon).toBe("/icons/192.png");
    expect(badge).toMatch(/^\/static\/[\w-]+\.png$/);
    const picture = readFileSync(badge.replace("/static/", "public/"));
    expect(picture.subarray(1, 4).toString()).toBe("PNG");
    // Android uses only the badge's transparency: colour type 6 has an alpha channel.
    expect(picture[25]).toBe(6);
  });

  it("is silent while a window of the app has the focus", () => {
    expect(notificationOf(NOTICE, true).options).toMatchObject({ silent: true, renotify: false });
  });

  it("is shown even if it cannot be parsed, as browsers require", () => {
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

describe("a pressed notification", () => {
  const openWindow = vi.fn(async () => undefined);

  it("uses the focused window, else a visible one, else any", () => {
    const hidden = windowAt("/", { visible: false });
    const seen = windowAt("/");
    const front = windowAt("/", { focused: true });
    expect(chooseWindow([hidden, seen, front])).toBe(front);
    expect(chooseWindow([hidden, seen])).toBe(seen);
    expect(chooseWindow([hidden])).toBe(hidden);
    expect(chooseWindow([])).toBeUndefined();
  });

  it("opens a window if there is none", async () => {
    await openPage("/bookings/81", [], openWindow);
    expect(openWindow).toHaveBeenCalledWith("/bookings/81");
  });

  it("only focuses a window that already shows the page", async () => {
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

  it("opens another window if there is no response", async () => {
    openWindow.mockClear();
    await openPage("/bookings/81", [windowAt("/", { answers: false })], openWindow);
    expect(openWindow).toHaveBeenCalledWith("/bookings/81");
  });
});
