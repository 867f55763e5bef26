import type { PositionPoint } from "@/api/types";

/** A driver's action as first recorded; every retry sends the same request. */
export interface QueuedAction {
  bookingId: number;
  action:
    | "arrive"
    | "start"
    | "reach-stop"
    | "leave-stop"
    | "reach"
    | "collect-cash"
    | "request-payment"
    | "rate-rider"
    | "no-show"
    | "cancel";
  body: Record<string, unknown>;
  /** One idempotency key per action. */
  key: string;
  at: string;
}

/** A position or an action; `seq` orders them, across reloads too. */
export interface QueueEntry {
  user: number;
  seq: number;
  trip: number | null;
  madeAt: number;
  point?: PositionPoint;
  action?: QueuedAction;
}

/** The storage of a driver's queue, which survives the page. */
export interface QueueStore {
  /** Returns the entries in order. */
  load: (user: number) => Promise<QueueEntry[]>;
  add: (entries: QueueEntry[]) => Promise<void>;
  remove: (entries: QueueEntry[]) => Promise<void>;
  clear: (user: number) => Promise<void>;
}

const STORE = "entries";

function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open("hansom-driver", 1);
  request.onupgradeneeded = () =>
    request.result.createObjectStore(STORE, { keyPath: ["user", "seq"] });
  return answerOf(request);
}

/** Stores each entry in a row of IndexedDB, so that a new position rewrites none of the others. */
export function indexedQueue(): QueueStore {
  let opened: Promise<IDBDatabase> | null = null;
  const database = () => {
    opened ??= open().then((db) => {
      // The browser may close the database to free memory; the next call reopens it.
      db.onclose = () => {
        opened = null;
      };
      return db;
    });
    opened.catch(() => {
      opened = null;
    });
    return opened;
  };
  const write = async (change: (entries: IDBObjectStore) => void) => {
    const transaction = (await database()).transaction(STORE, "readwrite");
    change(transaction.objectStore(STORE));
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
  };
  const all = (user: number) => IDBKeyRange.bound([user, 0], [user, Number.MAX_SAFE_INTEGER]);
  return {
    load: async (user) => {
      const entries = (await database()).transaction(STORE).objectStore(STORE);
      return answerOf<QueueEntry[]>(entries.getAll(all(user)));
    },
    add: (added) =>
      write((entries) => {
        for (const entry of added) entries.put(entry);
      }),
    remove: (gone) =>
      write((entries) => {
        for (const { user, seq } of gone) entries.delete([user, seq]);
      }),
    clear: (user) => write((entries) => entries.delete(all(user))),
  };
}
