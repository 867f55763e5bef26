const PING_EVERY_MS = 20_000;
const SILENCE_LIMIT_MS = 10_000;

/** A connection can be dead without saying so: asks now and then, and tells when no answer comes. */
export class Pulse {
  private asking: ReturnType<typeof setInterval> | undefined;
  private waiting: ReturnType<typeof setTimeout> | undefined;
  private readonly ask: () => void;
  private readonly onSilence: () => void;

  constructor(ask: () => void, onSilence: () => void) {
    this.ask = ask;
    this.onSilence = onSilence;
  }

  start(): void {
    this.stop();
    this.asking = setInterval(() => {
      this.ask();
      clearTimeout(this.waiting);
      this.waiting = setTimeout(this.onSilence, SILENCE_LIMIT_MS);
    }, PING_EVERY_MS);
  }

  /** Anything heard is a sign of life. */
  heard(): void {
    clearTimeout(this.waiting);
  }

  stop(): void {
    clearInterval(this.asking);
    clearTimeout(this.waiting);
  }
}
