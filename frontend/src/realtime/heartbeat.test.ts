import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Heartbeat } from "./heartbeat";

const actions = { ping: vi.fn(), onSilent: vi.fn(), onSteady: vi.fn(), onDead: vi.fn() };
let heartbeat: Heartbeat;

function show(state: DocumentVisibilityState): void {
  Object.defineProperty(document, "visibilityState", { configurable: true, value: state });
  document.dispatchEvent(new Event("visibilitychange"));
}

/** A link on which every ping is answered after so long, from now on. */
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

describe("a page that is looked at", () => {
  it.each([0, 130, 500, 999])("calls a link silent within 3 s that dies %d ms later", (ms) => {
    answerAfter(20);
    heartbeat.start();
    vi.advanceTimersByTime(10_000 + ms);
    expect(actions.onSilent).not.toHaveBeenCalled();
    actions.ping.mockReset();
    vi.advanceTimersByTime(3000);
    expect(actions.onSilent).toHaveBeenCalledOnce();
  });

  it.each([20, 700, 1900, 4000])("never calls a steady link silent that takes %d ms", (ms) => {
    answerAfter(ms);
    heartbeat.start();
    // The first answer of a very slow link may be late; from then on they come one a second.
    vi.advanceTimersByTime(ms + 1000);
    heartbeat.frameArrived(true);
    actions.onSilent.mockReset();
    vi.advanceTimersByTime(60_000);
    expect(actions.onSilent).not.toHaveBeenCalled();
    expect(actions.onDead).not.toHaveBeenCalled();
  });

  it("sends no ping while frames come by themselves", () => {
    heartbeat.start();
    for (let second = 0; second < 10; second += 1) {
      heartbeat.frameArrived(false);
      vi.advanceTimersByTime(1000);
    }
    expect(actions.ping).not.toHaveBeenCalled();
  });

  it("takes a download for a sign of life of the network, but not of the socket", () => {
    heartbeat.start();
    for (let second = 0; second < 12; second += 1) {
      heartbeat.somethingArrived();
      vi.advanceTimersByTime(1000);
    }
    expect(actions.onSilent).not.toHaveBeenCalled();
    expect(actions.onDead).toHaveBeenCalled();
  });

  it("is not called silent for what waited while the page itself was busy", () => {
    answerAfter(20);
    heartbeat.start();
    vi.advanceTimersByTime(5000);
    // Timers that were due come late and once; then what had arrived is read.
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
  it("pings every ten seconds, and gives a silent socket up after half a minute", () => {
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

  it("sends one at once when it becomes visible", () => {
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
  heartbeat.somethingArrived();
  vi.advanceTimersByTime(60_000);
  expect(actions.ping).not.toHaveBeenCalled();
  expect(actions.onSilent).not.toHaveBeenCalled();
});
