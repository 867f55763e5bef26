import type { BookingStatus, LatLng, PositionPoint } from "@/api/types";

/** The frames of the socket in both directions, with topics by the client's names. */

export type Topic =
  | "me"
  | "tasks"
  | "fleet"
  | "bookings"
  | "cases"
  | "settings"
  | "ranks"
  | `rank:${number}`
  | `booking:${number}`;

export type ClientFrame =
  | { op: "subscribe"; topic: Topic; last_seq?: number }
  | { op: "unsubscribe"; topic: Topic }
  | { op: "positions"; id: string; points: PositionPoint[] }
  | { op: "ping" };

/** `id` is the booking's; `source` is who wrote or read the messages up to `up_to`. */
interface ChatMoved {
  id: number;
  source: "rider" | "driver";
  up_to: number;
}

interface EventTypes {
  [key: `booking.${string}`]: { id: number; reference?: string; status: BookingStatus };
  "chat.message": ChatMoved;
  "chat.delivered": ChatMoved;
  "chat.read": ChatMoved;
  "sos.raised": { id: number; booking_id: number };
  "sos.handled": { id: number; booking_id: number };
  "call.changed": { id: number; state: string };
  "desk.receipt": { id: number };
  /** On the topic `me`, one of the person's own cases. */
  "case.changed": { id: number; state: string };
  "offer.made": { offer_id: number; booking_id: number };
  "offer.closed": { offer_id: number; booking_id: number; reason: string };
  /** `ended` is why the driver's own place ended, on the topic of the driver. */
  "rank.changed": { rank_id: number; ended?: string };
  "profile.changed": Record<string, unknown>;
  "wallet.changed": { balance: string };
  "payment.changed": { ref: string; state: string; at: string };
  "inbox.new": {
    id: number;
    title: string;
    msg: string;
    screen: string;
    data: Record<string, unknown>;
  };
  signed_out: { family?: string };
  "settings.changed": Record<string, unknown>;
  "languages.changed": { code: string; version: number };
  "driver.online": { driver_id: number };
  "driver.offline": { driver_id: number };
}

/** An event of a topic. It only notifies; queries fetch the data. */
export type TopicEvent = {
  [T in keyof EventTypes]: {
    op: "event";
    topic: Topic;
    seq: number;
    type: T;
    at: string;
    data: EventTypes[T];
    /** The span of its delivery, if its cause is traced. */
    trace?: string;
  };
}[keyof EventTypes];

/** The position of a booking's driver. Ordered by `at`; has no seq. */
export interface TripPosition extends LatLng {
  driver_id: number;
  heading: number | null;
  speed?: number | null;
  at: string;
  eta_seconds?: number | null;
}

export interface FleetPosition extends LatLng {
  driver_id: number;
  heading: number | null;
  at: string;
  busy: boolean;
  online: boolean;
}

export type ServerFrame =
  | { op: "hello"; user_id: number; server_time: string; traces?: boolean }
  | { op: "subscribed"; topic: Topic; seq: number }
  | { op: "refused"; topic: Topic; code: string }
  | TopicEvent
  | { op: "refetch"; topic: Topic; seq: number }
  | { op: "position"; topic: Topic; data: TripPosition }
  | { op: "positions"; topic: Topic; data: FleetPosition[] }
  | { op: "ack"; id: string; accepted: number; rejected: number }
  | { op: "pong" };

export const CLOSED = {
  NOT_SIGNED_IN: 4401,
  REVOKED: 4403,
  TOO_SLOW: 4408,
  TOO_MANY_SOCKETS: 4409,
} as const;

/** Parses a frame; returns null if it is invalid or unknown. */
export function readFrame(text: unknown): ServerFrame | null {
  if (typeof text !== "string") return null;
  try {
    const frame: unknown = JSON.parse(text);
    const known = typeof frame === "object" && frame !== null && "op" in frame;
    return known ? (frame as ServerFrame) : null;
  } catch {
    return null;
  }
}
