import type { QueueEntry, QueueStore } from "@/realtime/queue-store";

/** A fake of the browser's storage, shared by the queues of several pages. */
export class FakeQueueStore implements QueueStore {
  entries: QueueEntry[] = [];

  load = async (user: number) =>
    structuredClone(this.entries)
      .filter((entry) => entry.user === user)
      .sort((a, b) => a.seq - b.seq);

  add = async (entries: QueueEntry[]) => {
    this.entries.push(...structuredClone(entries));
  };

  remove = async (entries: QueueEntry[]) => {
    const gone = new Set(entries.map(({ seq }) => seq));
    this.entries = this.entries.filter(({ seq }) => !gone.has(seq));
  };

  clear = async (user: number) => {
    this.entries = this.entries.filter((entry) => entry.user !== user);
  };
}
