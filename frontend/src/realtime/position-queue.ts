import type { PositionPoint } from "@/api/types";
import type { ClientFrame } from "./frames";

const BATCH = 100;
const KEEP = 5000;

interface Store {
  read: () => PositionPoint[];
  write: (points: PositionPoint[]) => void;
}

/** Keeps unsent points over a reload, for one person. */
export function storedPoints(userId: number): Store {
  const key = `hansom.positions.${userId}`;
  return {
    read: () => {
      try {
        const points: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
        return Array.isArray(points) ? (points as PositionPoint[]) : [];
      } catch {
        return [];
      }
    },
    write: (points) => {
      try {
        if (points.length === 0) localStorage.removeItem(key);
        else localStorage.setItem(key, JSON.stringify(points));
      } catch {
        // A full store costs the points of a reload, not those in memory.
      }
    },
  };
}

/** A driver's points on their way out: sent in order, one batch at a time, gone only when acknowledged. */
export class PositionQueue {
  private points: PositionPoint[];
  private flying: { id: string; count: number } | null = null;
  private open = false;
  private readonly store: Store;
  private readonly send: (frame: ClientFrame) => void;
  private readonly newId: () => string;

  constructor(
    store: Store,
    send: (frame: ClientFrame) => void,
    newId = () => crypto.randomUUID() as string,
  ) {
    this.store = store;
    this.send = send;
    this.newId = newId;
    this.points = store.read();
  }

  get waiting(): number {
    return this.points.length;
  }

  push(points: PositionPoint[]): void {
    this.points.push(...points.map((point) => ({ ...point, id: point.id ?? this.newId() })));
    // Past the limit the oldest half is thinned rather than cut: the shape of the way matters.
    if (this.points.length > KEEP && !this.flying) {
      const half = this.points.length / 2;
      this.points = this.points.filter((_, index) => index > half || index % 2 === 0);
    }
    this.store.write(this.points);
    this.flush();
  }

  connected(): void {
    this.open = true;
    this.flying = null;
    this.flush();
  }

  disconnected(): void {
    this.open = false;
    this.flying = null;
  }

  acknowledged(id: string): void {
    if (this.flying?.id !== id) return;
    this.points.splice(0, this.flying.count);
    this.flying = null;
    this.store.write(this.points);
    this.flush();
  }

  private flush(): void {
    if (!this.open || this.flying || this.points.length === 0) return;
    const batch = this.points.slice(0, BATCH);
    this.flying = { id: this.newId(), count: batch.length };
    this.send({ op: "positions", id: this.flying.id, points: batch });
  }
}
