/** For a visible page: the ping interval, the length of a try (three silent ones are a dead link), pings before a reconnect. */
const VISIBLE = { pingMs: 1000, tryMs: 900, deadAfterPings: 10 };
/** For a hidden page, which saves battery and server load. */
const HIDDEN = { pingMs: 10_000, tryMs: 10_000, deadAfterPings: 3 };
const TRIES = 3;

export interface HeartbeatActions {
  ping: () => void;
  /** Nothing has come over the network for three tries. */
  onSilent: () => void;
  /** After a silence: something came in each of three tries. */
  onSteady: () => void;
  /** The socket itself has been silent for long: it is to be opened again. */
  onDead: () => void;
}

/**
 * Detects a dead link within three seconds while the page is visible.
 *
 * Pings are sent whether or not the one before was answered, so that a link that is slow, but steady, is never
 * silent. Silence is counted in tries, not by the clock: what waited while the page was busy is read before
 * the next try.
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

  /** The socket is open. */
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

  /** A frame of the socket; a pong spares no ping, or slow answers would space out the pings. */
  frameArrived(isPong: boolean): void {
    this.unanswered = 0;
    if (!isPong) this.spokeByItself = true;
    this.somethingArrived();
  }

  /** Any sign of the network: on a slow phone a long download may hold up the socket's answers. */
  somethingArrived(): void {
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

/** Calls with every file and reply that came over the network, not from a cache; returns how to stop. */
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
