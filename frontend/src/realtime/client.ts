import { setServerTime } from "@/api/clock";
import { startTracing } from "@/api/tracing";
import type { Booking, PositionPoint } from "@/api/types";
import {
  clearUnlessActionsWait,
  DriverQueue,
  EMPTY_QUEUE,
  type QueueOptions,
  type QueueState,
  type TripAction,
} from "./driver-queue";
import { CLOSED, type ClientFrame, readFrame, type Topic } from "./frames";
import { Heartbeat } from "./heartbeat";
import { Subscriptions, type TopicListener } from "./subscriptions";

/** The part of a socket that the client needs. It reconnects by itself, with a new ticket each time. */
export interface Wire {
  send: (text: string) => void;
  close: () => void;
  reconnect: () => void;
  addEventListener: (
    type: "open" | "message" | "close",
    listener: (event: { data?: unknown; code?: number }) => void,
  ) => void;
}

/** `lost` is reported within three seconds, but not at once, to ignore short interruptions. */
export type ConnectionState = "idle" | "connecting" | "live" | "lost";

export interface ClientOptions {
  openWire: () => Promise<Wire>;
  onRevoked: () => void;
  /** The storage of a driver's positions and actions, and how to send them without a socket. */
  queue: Pick<QueueOptions, "store" | "postPoints" | "act">;
}

const LOST_AFTER_MS = 2500;
const REOPEN_MS = 3000;

/** The only socket of a logged-in page: receives topics and sends positions. */
export class RealtimeClient {
  private state: ConnectionState = "idle";
  private wire: Wire | null = null;
  private live = false;
  /** The user has the maximum number of open sockets: reconnecting at once would be rejected. */
  private full = false;
  /** Changes with every start and stop, so that a connection opened for an earlier session is closed. */
  private era = 0;
  private lostTimer: ReturnType<typeof setTimeout> | undefined;
  private queue: DriverQueue | null = null;
  private userId: number | null = null;
  private readonly queueWatchers = new Set<() => void>();
  private readonly refusalListeners = new Set<(error: unknown) => void>();
  private readonly watchers = new Set<() => void>();
  private readonly options: ClientOptions;
  private readonly heartbeat = new Heartbeat({
    ping: () => this.send({ op: "ping" }),
    onSilent: () => this.become("lost"),
    onSteady: () => this.become("live"),
    onDead: () => {
      this.goDown();
      this.wire?.reconnect();
    },
  });
  private readonly subscriptions = new Subscriptions((frame) => this.send(frame));

  constructor(options: ClientOptions) {
    this.options = options;
  }

  get connection(): ConnectionState {
    return this.state;
  }

  watchConnection = (watcher: () => void): (() => void) => {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  };

  subscribe(topic: Topic, listener: TopicListener): () => void {
    return this.subscriptions.add(topic, listener);
  }

  /**
   * Queues points. They are sent in order, now or when the connection is back, and stay until acknowledged.
   */
  sendPositions(points: PositionPoint[], trip: number | null = null): void {
    this.queue?.push(points, trip);
  }

  /**
   * Queues a driver's action behind the points recorded before it; resolves when the server has processed it.
   */
  performAction(action: TripAction): Promise<Booking> {
    // A page may act before its session has opened the queue: no points have been recorded before the action.
    return (
      this.queue?.perform(action) ??
      this.options.queue.act({ ...action, at: new Date().toISOString() })
    );
  }

  get queueState(): QueueState {
    return this.queue?.current ?? EMPTY_QUEUE;
  }

  watchQueue = (watcher: () => void): (() => void) => {
    this.queueWatchers.add(watcher);
    return () => this.queueWatchers.delete(watcher);
  };

  /** Calls the listener with rejected actions of an earlier page. */
  onActionRefused = (listener: (error: unknown) => void): (() => void) => {
    this.refusalListeners.add(listener);
    return () => this.refusalListeners.delete(listener);
  };

  /** Call when the browser reports that the network is back. */
  retryNow(): void {
    this.queue?.retryNow();
  }

  /** Call when a file or response has arrived over the network, but not over the socket. */
  downloadArrived(): void {
    this.heartbeat.trafficArrived();
  }

  /** Call when the page becomes visible: it may connect if another page has closed meanwhile. */
  pageVisible(): void {
    if (!this.full) return;
    this.full = false;
    this.wire?.reconnect();
  }

  /**
   * Deletes the positions of a driver who logs out, unless actions are pending; the socket may already be
   * closed.
   */
  clearQueue(): void {
    if (this.queue) void this.queue.clear();
    else if (this.userId !== null)
      void clearUnlessActionsWait(this.options.queue.store, this.userId);
  }

  async start(userId: number): Promise<void> {
    this.stop();
    const era = this.era;
    this.userId = userId;
    this.openQueue(userId);
    this.goDown();
    const wire = await this.openedWire(era);
    if (!wire) return;
    this.wire = wire;
    wire.addEventListener("message", ({ data }) => {
      if (era === this.era) this.take(data);
    });
    wire.addEventListener("close", ({ code }) => {
      if (era === this.era) this.closed(code);
    });
  }

  private openQueue(userId: number): void {
    this.queue = new DriverQueue({
      ...this.options.queue,
      userId,
      sendFrame: (id, points) => this.send({ op: "positions", id, points }),
      onRefused: (error) => {
        for (const notify of [...this.refusalListeners]) notify(error);
      },
    });
    this.queue.watch(() => {
      for (const notify of [...this.queueWatchers]) notify();
    });
    void this.queue.load();
  }

  /**
   * A connection reconnects by itself once it exists. Before that, opening it is retried, because its code
   * may fail to load.
   */
  private async openedWire(era: number): Promise<Wire | null> {
    while (era === this.era) {
      const wire = await this.options.openWire().catch(() => null);
      if (wire && era === this.era) return wire;
      wire?.close();
      if (!wire) await new Promise((again) => setTimeout(again, REOPEN_MS));
    }
    return null;
  }

  stop(): void {
    this.era += 1;
    this.wire?.close();
    this.wire = null;
    this.live = false;
    this.full = false;
    this.queue?.stop();
    this.queue = null;
    this.subscriptions.resetSequences();
    this.heartbeat.stop();
    clearTimeout(this.lostTimer);
    this.become("idle");
  }

  private take(data: unknown): void {
    const frame = readFrame(data);
    this.heartbeat.frameArrived(frame?.op === "pong");
    if (!frame) return;
    if (frame.op === "hello") this.greeted(frame.server_time, frame.traces);
    else if (frame.op === "ack") this.queue?.acknowledged(frame.id);
    else this.subscriptions.take(frame);
  }

  private greeted(serverTime: string, traces = false): void {
    if (traces) void startTracing();
    setServerTime(serverTime);
    this.live = true;
    clearTimeout(this.lostTimer);
    this.become("live");
    this.subscriptions.resubscribe();
    this.queue?.connected();
    this.heartbeat.start();
  }

  private closed(code: number | undefined): void {
    if (code === CLOSED.REVOKED) {
      this.stop();
      this.options.onRevoked();
      return;
    }
    this.full = code === CLOSED.TOO_MANY_SOCKETS;
    this.goDown();
  }

  private goDown(): void {
    const wasUp = this.live || this.state === "idle";
    this.live = false;
    this.queue?.disconnected();
    this.heartbeat.stop();
    if (!wasUp || this.state === "lost") return;
    this.become("connecting");
    clearTimeout(this.lostTimer);
    this.lostTimer = setTimeout(() => this.become("lost"), LOST_AFTER_MS);
  }

  private send(frame: ClientFrame): void {
    if (this.live) this.wire?.send(JSON.stringify(frame));
  }

  private become(state: ConnectionState): void {
    if (this.state === state) return;
    this.state = state;
    for (const notify of [...this.watchers]) notify();
  }
}
