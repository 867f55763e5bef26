import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Heartbeat } from "./heartbeat";

const actions = { ping: vi.fn(), onSilent: vi.fn(), onSteady: vi.fn(), onDead: vi.fn() };
let heartbeat: Heartbeat;

function show(state: DocumentVisibilityState): void {
  Object.defineProperty(document, "visibilityState", { configurable: true, value: state });
  document.dispatchEvent(new Event("visibilitychange"));
}

/** Answers every ping after a delay, from now on. */
function answerAfter(ms: number): void {
  actions.ping.mockImplementation(() => setTimeout(() => heartbeat.frameArrived(true), ms));
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetAllMocks();
  show("visible");
  heartbeat = new Heartbeat(actions);
});
afterEach(() => {
  heartbeat.stop();
  Reflect.deleteProperty(document, "visibilityState");
  vi.useRealTimers();
});

describe("a visible page", () => {
  it.each([0, 130, 500, 999])("is silent within 3 s when the link dies after %d ms", (ms) => {
    answerAfter(20);
    heartbeat.start();
    vi.advanceTimersByTime(10_000 + ms);
    expect(actions.onSilent).not.toHaveBeenCalled();
    actions.ping.mockReset();
    vi.advanceTimersByTime(3000);
    expect(actions.onSilent).toHaveBeenCalledOnce();
  });

  it.each([20, 700, 1900, 4000])(
    "never reports a steady link as silent with a latency of %d ms",
    (ms) => {
      answerAfter(ms);
      heartbeat.start();
      // The first answer of a very slow link may be late; later ones arrive once per second.
      vi.advanceTimersByTime(ms + 1000);
      heartbeat.frameArrived(true);
      actions.onSilent.mockReset();
      vi.advanceTimersByTime(60_000);
      expect(actions.onSilent).not.toHaveBeenCalled();
      expect(actions.onDead).not.toHaveBeenCalled();
    },
  );

  it("sends no ping while other frames arrive", () => {
    heartbeat.start();
    for (let second = 0; second < 10; second += 1) {
      heartbeat.frameArrived(false);
      vi.advanceTimersByTime(1000);
    }
    expect(actions.ping).not.toHaveBeenCalled();
  });

  it("counts a download as a sign of life of the network, but not of the socket", () => {
    heartbeat.start();
    for (let second = 0; second < 12; second += 1) {
      heartbeat.trafficArrived();
      vi.advanceTimersByTime(1000);
    }
    expect(actions.onSilent).not.toHaveBeenCalled();
    expect(actions.onDead).toHaveBeenCalled();
  });

  it("is not silent because of frames that waited while the page was busy", () => {
    answerAfter(20);
    heartbeat.start();
    vi.advanceTimersByTime(5000);
    // Overdue timers fire once and late; after that, the waiting frames are read.
    vi.setSystemTime(Date.now() + 8000);
    vi.advanceTimersByTime(900);
    heartbeat.frameArrived(true);
    vi.advanceTimersByTime(2000);
    expect(actions.onSilent).not.toHaveBeenCalled();
  });

  it("does not flicker on a link that answers every four seconds", () => {
    heartbeat.start();
    for (let answer = 0; answer < 10; answer += 1) {
      vi.advanceTimersByTime(4000);
      heartbeat.frameArrived(true);
    }
    expect(actions.onSilent).toHaveBeenCalledOnce();
    expect(actions.onSteady).not.toHaveBeenCalled();
    answerAfter(20);
    vi.advanceTimersByTime(5000);
    expect(actions.onSteady).toHaveBeenCalledOnce();
  });
});

describe("a hidden page", () => {
  it("pings every ten seconds, and reports a dead socket after half a minute", () => {
    answerAfter(20);
    heartbeat.start();
    show("hidden");
    actions.ping.mockClear();
    vi.advanceTimersByTime(60_000);
    expect(actions.ping).toHaveBeenCalledTimes(6);
    actions.ping.mockReset();
    vi.advanceTimersByTime(40_000);
    expect(actions.onDead).toHaveBeenCalled();
  });

  it("pings at once when it becomes visible", () => {
    heartbeat.start();
    show("hidden");
    actions.ping.mockClear();
    show("visible");
    expect(actions.ping).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(2900);
    expect(actions.onSilent).toHaveBeenCalledOnce();
  });
});

it("a stopped heartbeat sends nothing more", () => {
  heartbeat.start();
  heartbeat.stop();
  show("hidden");
  show("visible");
  vi.advanceTimersByTime(60_000);
  heartbeat.trafficArrived();
  vi.advanceTimersByTime(60_000);
  expect(actions.ping).not.toHaveBeenCalled();
  expect(actions.onSilent).not.toHaveBeenCalled();
});
