// @vitest-environment node
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { activateNewWorkers } from "./activation";

class FakeWorker extends EventTarget {
  state = "installing";
  posted: unknown[] = [];
  postMessage = (message: unknown) => void this.posted.push(message);
  become(state: string) {
    this.state = state;
    this.dispatchEvent(new Event("statechange"));
  }
}

class FakeRegistration extends EventTarget {
  installing: FakeWorker | null = null;
  waiting: FakeWorker | null = null;

  install(): FakeWorker {
    this.installing = new FakeWorker();
    this.dispatchEvent(new Event("updatefound"));
    return this.installing;
  }

  /** Installs the worker, which the browser leaves waiting. */
  park(): void {
    this.waiting = this.installing;
    this.installing = null;
    this.waiting?.become("installed");
  }
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("repeats the message to a waiting worker until it takes over", () => {
  const registration = new FakeRegistration();
  activateNewWorkers(registration);
  const worker = registration.install();
  registration.park();
  vi.advanceTimersByTime(3500);
  expect(worker.posted).toEqual(Array.from({ length: 3 }, () => ({ type: "activate" })));
  registration.waiting = null;
  vi.advanceTimersByTime(10_000);
  expect(worker.posted).toHaveLength(3);
});

it("posts one message at a time, however often the page registers the worker", () => {
  const registration = new FakeRegistration();
  for (let times = 0; times < 3; times++) activateNewWorkers(registration);
  const worker = registration.install();
  registration.park();
  vi.advanceTimersByTime(1000);
  expect(worker.posted).toHaveLength(1);
});

it("posts nothing to a worker that takes over by itself", () => {
  const registration = new FakeRegistration();
  activateNewWorkers(registration);
  const worker = registration.install();
  registration.installing = null;
  worker.become("installed");
  vi.advanceTimersByTime(10_000);
  expect(worker.posted).toEqual([]);
});

it("activates a worker that an earlier page left waiting, and one that is being installed", () => {
  const registration = new FakeRegistration();
  const worker = registration.install();
  registration.park();
  activateNewWorkers(registration);
  expect(worker.posted).toHaveLength(1);

  const other = new FakeRegistration();
  const installing = other.install();
  activateNewWorkers(other);
  other.park();
  vi.advanceTimersByTime(1000);
  expect(installing.posted).toHaveLength(1);
});
