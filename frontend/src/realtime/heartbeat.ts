/**
 * For a visible page: the ping interval, the length of an interval without frames (three are a dead link),
 * and the unanswered pings before a reconnect.
 */
const VISIBLE = { pingMs: 1000, tryMs: 900, deadAfterPings: 10 };
/** For a hidden page, to save battery and server load. */
const HIDDEN = { pingMs: 10_000, tryMs: 10_000, deadAfterPings: 3 };
const TRIES = 3;

export interface HeartbeatActions {
  ping: () => void;
  /** Nothing has arrived over the network for three intervals. */
  onSilent: () => void;
  /** After a silence, something has arrived in each of three intervals. */
  onSteady: () => void;
  /** The socket has been silent for too long and must be reopened. */
  onDead: () => void;
}

/**
 * Detects a dead link within three seconds while the page is visible.
 *
 * Pings do not wait for the previous answer, so that a slow but steady link is never silent. Silence is
 * counted in intervals, not by the clock: frames that waited while the page was busy are read before the next
 * interval.
 */
export class Heartbeat {
  private pinging: ReturnType<typeof setInterval> | undefined;
  private trying: ReturnType<typeof setInterval> | undefined;
  private pace = VISIBLE;
  private running = false;
  private silent = false;
  private missedTries = 0;
  /** Pings since the socket's last frame. */
  private unanswered = 0;
  private spokeByItself = false;
  private arrived = false;
  private steadyPings = 0;
  private readonly actions: HeartbeatActions;

  constructor(actions: HeartbeatActions) {
    this.actions = actions;
    document.addEventListener("visibilitychange", () => {
      if (this.running) this.begin();
    });
  }

  /** Call when the socket has opened. */
  start(): void {
    this.running = true;
    this.silent = false;
    this.unanswered = 0;
    this.spokeByItself = false;
    this.begin();
  }

  stop(): void {
    this.running = false;
    clearInterval(this.pinging);
    clearInterval(this.trying);
  }

  /**
   * Call for each frame of the socket. A pong does not postpone the next ping, or slow answers would space
   * out the pings.
   */
  frameArrived(isPong: boolean): void {
    this.unanswered = 0;
    if (!isPong) this.spokeByItself = true;
    this.trafficArrived();
  }

  /** Call for any traffic: on a slow phone a long download may delay the socket's answers. */
  trafficArrived(): void {
    if (!this.running) return;
    this.arrived = true;
    this.listen();
  }

  private begin(): void {
    const isVisible = document.visibilityState === "visible";
    // A page that becomes visible again pings at once.
    if (isVisible && this.pace === HIDDEN) this.actions.ping();
    this.pace = isVisible ? VISIBLE : HIDDEN;
    this.steadyPings = 0;
    clearInterval(this.pinging);
    this.pinging = setInterval(() => this.beat(), this.pace.pingMs);
    this.listen();
  }

  private listen(): void {
    this.missedTries = 0;
    clearInterval(this.trying);
    this.trying = setInterval(() => {
      this.missedTries += 1;
      if (this.missedTries < TRIES || this.silent) return;
      this.silent = true;
      this.steadyPings = 0;
      this.actions.onSilent();
    }, this.pace.tryMs);
  }

  private beat(): void {
    if (this.unanswered >= this.pace.deadAfterPings) {
      this.actions.onDead();
      return;
    }
    if (this.silent) this.noteWhetherSteady();
    if (!this.spokeByItself || this.silent) {
      this.unanswered += 1;
      this.actions.ping();
    }
    this.spokeByItself = false;
    this.arrived = false;
  }

  private noteWhetherSteady(): void {
    this.steadyPings = this.arrived ? this.steadyPings + 1 : 0;
    if (this.steadyPings < TRIES) return;
    this.silent = false;
    this.actions.onSteady();
  }
}

/**
 * Calls back for every file or response from the network, but not from a cache; returns a function that stops
 * it.
 */
export function watchDownloads(onArrived: () => void): () => void {
  if (!globalThis.PerformanceObserver?.supportedEntryTypes?.includes("resource"))
    return () => undefined;
  const observer = new PerformanceObserver((list) => {
    const entries = list.getEntries() as PerformanceResourceTiming[];
    if (entries.some(({ transferSize }) => transferSize > 0)) onArrived();
  });
  observer.observe({ type: "resource" });
  return () => observer.disconnect();
}
