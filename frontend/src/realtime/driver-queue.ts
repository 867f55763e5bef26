import { ApiError } from "@/api/error";
import type { Booking, PositionPoint } from "@/api/types";
import type { QueuedAction, QueueEntry, QueueStore } from "./queue-store";

const BATCH = 100;
const MAX_POINTS = 5000;
const MAX_AGE_MS = 24 * 3_600_000;
const RETRY_MS = 2_000;
/** How often the first entry is retried after a server error, before it is dropped. */
const TRIES = 5;
/** The timeout for reading the browser's store, which can hang. */
const LOAD_MS = 3_000;
/** How long an action waits for a batch on the socket, before the batch is sent by POST. */
const ACK_MS = 1_500;

export type TripAction = Omit<QueuedAction, "at">;

export interface QueueOptions {
  userId: number;
  store: QueueStore;
  /** Sends a batch on the socket; a call of `acknowledged` follows. */
  sendFrame: (id: string, points: PositionPoint[]) => void;
  postPoints: (points: PositionPoint[]) => Promise<unknown>;
  act: (action: QueuedAction) => Promise<Booking>;
  /** Called when an action of an earlier page was rejected, because no promise waits for it. */
  onRefused: (error: unknown) => void;
  newId?: () => string;
}

export interface QueueState {
  /** Pending actions, oldest first. */
  actions: readonly QueuedAction[];
  /** The first action could not be delivered, because there is no connection. */
  stuck: boolean;
  /** The number of completed actions since the page opened. */
  answered: number;
}

export const EMPTY_QUEUE: QueueState = { actions: [], stuck: false, answered: 0 };

interface Waiter {
  resolve: (booking: Booking) => void;
  reject: (error: unknown) => void;
}

/** Returns whether the request can be retried: it had no response, or the server was unavailable. */
function isTemporary(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return (
    error.isOffline ||
    [429, 502, 503, 504].includes(error.status) ||
    error.code === "idempotency_in_flight"
  );
}

/** Returns whether the server failed, which may be this request's fault: it is retried a few times. */
function isServerError(error: unknown): boolean {
  return error instanceof ApiError && (error.status >= 500 || [408, 425].includes(error.status));
}

const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

const isOver = (error: unknown) => error instanceof ApiError && error.status === 401;

/** Deletes the stored entries of a driver who logs out, unless the end of a trip is still to be delivered. */
export async function clearUnlessActionsWait(store: QueueStore, userId: number): Promise<void> {
  const stored = await store.load(userId).catch(() => []);
  if (!stored.some(({ action }) => action)) await store.clear(userId).catch(() => undefined);
}

/**
 * A driver's outgoing positions and trip actions. The queue sends them in the order in which they were
 * recorded, removes them only when acknowledged, and stores them to survive a reload or a closed tab.
 */
export class DriverQueue {
  private entries: QueueEntry[] = [];
  private flying: { id: string; seqs: number[]; timer?: ReturnType<typeof setTimeout> } | null =
    null;
  private open = false;
  private loaded = false;
  private working = false;
  private stopped = false;
  private lastSeq = 0;
  /** The server errors of the first entry. */
  private faults = { head: 0, tries: 0 };
  private retryTimer: ReturnType<typeof setTimeout> | undefined;
  private state: QueueState = EMPTY_QUEUE;
  private readonly waiters = new Map<number, Waiter>();
  private readonly promises = new Map<string, Promise<Booking>>();
  private readonly watchers = new Set<() => void>();
  private readonly options: QueueOptions;
  private readonly newId: () => string;

  constructor(options: QueueOptions) {
    this.options = options;
    this.newId = options.newId ?? (() => crypto.randomUUID() as string);
  }

  get current(): QueueState {
    return this.state;
  }

  watch(watcher: () => void): () => void {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  }

  /** Reads the entries of an earlier page. Nothing is sent before, to preserve the order. */
  async load(): Promise<void> {
    const { store, userId } = this.options;
    const stored = await Promise.race([
      store.load(userId),
      wait(LOAD_MS).then((): QueueEntry[] => []),
    ]).catch(() => []);
    if (this.stopped) return;
    // The clock may have been set back since.
    this.lastSeq = stored.reduce((last, { seq }) => Math.max(last, seq), this.lastSeq);
    const oldest = Date.now() - MAX_AGE_MS;
    const [old, good] = [
      stored.filter(({ madeAt }) => madeAt < oldest),
      stored.filter(({ madeAt }) => madeAt >= oldest),
    ];
    this.forget(old);
    const read = new Set(good.map(({ seq }) => seq));
    // Entries that this page has recorded meanwhile may have been read with the others.
    this.entries = [...good, ...this.entries.filter(({ seq }) => !read.has(seq))];
    this.loaded = true;
    this.changed();
    this.flush();
  }

  push(points: PositionPoint[], trip: number | null = null): void {
    const fresh = points.map((point) =>
      this.entry(trip, { point: { ...point, id: point.id ?? this.newId() } }),
    );
    this.entries.push(...fresh);
    this.save(fresh);
    this.thinOut();
    this.flush();
  }

  /** Sends an action after all positions recorded before it; resolves when the server has processed it. */
  perform(action: TripAction): Promise<Booking> {
    const name = `${action.bookingId}/${action.action}`;
    const waiting = this.entries.find(
      (entry) => entry.action && `${entry.action.bookingId}/${entry.action.action}` === name,
    );
    const promise =
      this.promises.get(name) ??
      new Promise<Booking>((resolve, reject) => {
        let seq = waiting?.seq;
        if (seq === undefined) {
          const entry = this.entry(action.bookingId, { action: this.stamped(action) });
          this.entries.push(entry);
          this.save([entry]);
          seq = entry.seq;
        }
        this.waiters.set(seq, { resolve, reject });
      }).finally(() => this.promises.delete(name));
    this.promises.set(name, promise);
    this.changed();
    this.flush();
    return promise;
  }

  connected(): void {
    this.open = true;
    this.land();
    this.retryNow();
  }

  disconnected(): void {
    this.open = false;
    this.land();
    this.flush();
  }

  /** Retries at once, because the network may be back. */
  retryNow(): void {
    clearTimeout(this.retryTimer);
    this.retryTimer = undefined;
    this.flush();
  }

  acknowledged(id: string): void {
    if (this.flying?.id !== id) return;
    const { seqs } = this.flying;
    this.land();
    this.remove(seqs);
    this.flush();
  }

  /** Stops when the page closes or the session ends; stored entries stay for the next page. */
  stop(): void {
    this.stopped = true;
    this.land();
    clearTimeout(this.retryTimer);
  }

  /**
   * Stops when the driver logs out. Pending actions stay stored, with the positions before them, until the
   * same driver logs in again, so that the end of a trip is not lost.
   */
  async clear(): Promise<void> {
    this.stop();
    if (this.state.actions.length > 0) return;
    this.entries = [];
    await clearUnlessActionsWait(this.options.store, this.options.userId);
  }

  private entry(trip: number | null, content: Pick<QueueEntry, "point" | "action">): QueueEntry {
    // The clock orders the entries of different pages; a counter orders those of one page.
    this.lastSeq = Math.max(this.lastSeq + 1, Date.now() * 1000);
    return { user: this.options.userId, seq: this.lastSeq, trip, madeAt: Date.now(), ...content };
  }

  /**
   * Stamps an action with its time and the number of queued points, because a retry must send the same body.
   */
  private stamped({ body, ...action }: TripAction): QueuedAction {
    const at = new Date().toISOString();
    if (action.action !== "start" && action.action !== "reach") return { ...action, body, at };
    const points = this.entries.flatMap(({ point }) => point ?? []);
    const last = points.at(-1)?.at;
    return {
      ...action,
      at,
      body: {
        ...body,
        at,
        points_waiting: points.length,
        ...(last === undefined ? {} : { last_point_at: last }),
      },
    };
  }

  /**
   * Removes every second of the older half of the points beyond the limit: thinning preserves the route's
   * shape.
   */
  private thinOut(): void {
    const points = this.entries.filter(({ point }) => point);
    if (points.length <= MAX_POINTS || this.flying || this.working) return;
    this.remove(
      points.slice(0, points.length / 2).flatMap(({ seq }, index) => (index % 2 === 0 ? [] : seq)),
    );
  }

  private flush(): void {
    if (!this.loaded || this.stopped || this.working || this.retryTimer !== undefined) return;
    const [head] = this.entries;
    if (!head) return;
    if (this.flying) {
      this.hurry();
      return;
    }
    if (head.action) void this.deliver(head.seq, head.action);
    else this.sendPoints();
  }

  private sendPoints(): void {
    const end = this.entries.findIndex(({ action }) => action);
    const batch = this.entries.slice(0, end === -1 ? BATCH : Math.min(BATCH, end));
    const points = batch.flatMap(({ point }) => point ?? []);
    const seqs = batch.map(({ seq }) => seq);
    if (this.open) {
      this.flying = { id: this.newId(), seqs };
      this.options.sendFrame(this.flying.id, points);
      this.hurry();
    } else if (end !== -1) {
      void this.post(seqs, points);
    }
  }

  /** An action waits for the batch in flight: if the connection is dead, the batch is sent by POST. */
  private hurry(): void {
    const { flying } = this;
    if (!flying || flying.timer || !this.entries.some(({ action }) => action)) return;
    flying.timer = setTimeout(() => {
      if (this.flying !== flying) return;
      this.land();
      const batch = this.entries.filter(({ seq }) => flying.seqs.includes(seq));
      void this.post(
        flying.seqs,
        batch.flatMap(({ point }) => point ?? []),
      );
    }, ACK_MS);
  }

  private async post(seqs: number[], points: PositionPoint[]): Promise<void> {
    await this.work(async () => {
      await this.options.postPoints(points);
      this.remove(seqs);
    }, seqs);
  }

  private async deliver(seq: number, action: QueuedAction): Promise<void> {
    await this.work(
      async () => {
        const booking = await this.options.act(action);
        this.remove([seq]);
        this.answer(seq, ({ resolve }) => resolve(booking));
      },
      [seq],
      (error) => this.answer(seq, ({ reject }) => reject(error), error),
    );
  }

  private async work(
    send: () => Promise<void>,
    seqs: number[],
    onRefused: (error: unknown) => void = () => undefined,
  ): Promise<void> {
    this.working = true;
    try {
      await send();
      this.stuckIs(false);
    } catch (error) {
      if (this.stopped) return;
      if (isTemporary(error)) {
        this.retryLater(RETRY_MS);
      } else if (isServerError(error) && this.countFault(seqs[0]) < TRIES) {
        this.retryLater(RETRY_MS * 2 ** (this.faults.tries - 1));
      } else if (isOver(error)) {
        // The entries stay stored until the same driver logs in again.
        this.stop();
      } else {
        this.remove(seqs);
        onRefused(error);
      }
    } finally {
      this.working = false;
    }
    this.flush();
  }

  private retryLater(ms: number): void {
    this.stuckIs(true);
    this.retryTimer = setTimeout(() => this.retryNow(), ms);
  }

  private countFault(head = 0): number {
    const tries = this.faults.head === head ? this.faults.tries + 1 : 1;
    this.faults = { head, tries };
    return tries;
  }

  private answer(seq: number, settle: (waiter: Waiter) => void, error?: unknown): void {
    const waiter = this.waiters.get(seq);
    this.waiters.delete(seq);
    this.state = { ...this.state, answered: this.state.answered + 1 };
    this.changed();
    if (waiter) settle(waiter);
    else if (error !== undefined) this.options.onRefused(error);
  }

  private land(): void {
    clearTimeout(this.flying?.timer);
    this.flying = null;
  }

  private remove(seqs: number[]): void {
    const gone = this.entries.filter(({ seq }) => seqs.includes(seq));
    this.entries = this.entries.filter(({ seq }) => !seqs.includes(seq));
    this.forget(gone);
    if (gone.some(({ action }) => action)) this.changed();
  }

  private save(entries: QueueEntry[]): void {
    // If the store is full, only a reload loses the entries.
    void this.options.store.add(entries).catch(() => undefined);
  }

  private forget(entries: QueueEntry[]): void {
    if (entries.length) void this.options.store.remove(entries).catch(() => undefined);
  }

  private stuckIs(stuck: boolean): void {
    if (this.state.stuck === stuck) return;
    this.state = { ...this.state, stuck };
    this.changed();
  }

  private changed(): void {
    this.state = { ...this.state, actions: this.entries.flatMap(({ action }) => action ?? []) };
    for (const settle of [...this.watchers]) settle();
  }
}
