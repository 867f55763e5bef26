import type { PositionPoint } from "@/api/types";

/** An action of a driver as it was made; sent again it is the same request. */
export interface QueuedAction {
  bookingId: number;
  action:
    | "arrive"
    | "start"
    | "reach"
    | "collect-cash"
    | "request-payment"
    | "rate-rider"
    | "no-show"
    | "cancel";
  body: Record<string, unknown>;
  /** One key an action: however often it is sent, it is done once. */
  key: string;
  at: string;
}

/** A position or an action; `seq` orders them, over reloads as well. */
export interface QueueEntry {
  user: number;
  seq: number;
  trip: number | null;
  madeAt: number;
  point?: PositionPoint;
  action?: QueuedAction;
}

/** Where a driver's queue outlives the page. */
export interface QueueStore {
  /** In order. */
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

/** In IndexedDB, a row an entry: adding a position rewrites none of the others. */
export function indexedQueue(): QueueStore {
  let opened: Promise<IDBDatabase> | null = null;
  const database = () => {
    opened ??= open().then((db) => {
      // The browser may close it to make room; the next call opens it again.
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
