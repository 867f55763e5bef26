import { actOnBooking, sendLocation } from "@/api/bookings";
import { post } from "@/api/client";
import { onSessionEnded, sessionEnded } from "@/api/token";
import { RealtimeClient, type Wire } from "./client";
import { CLOSED } from "./frames";
import { watchDownloads } from "./heartbeat";
import { indexedQueue, type QueuedAction } from "./queue-store";

const TICKET_LIMIT_MS = 8000;

/** Limits the ticket request: over a dead link it could wait for minutes, and the socket with it. */
function withinLimit<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("No ticket in time.")), TICKET_LIMIT_MS);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

async function ticketedAddress(): Promise<string> {
  const { ticket } = await withinLimit(
    post("realtime/ticket/", { body: {}, signal: AbortSignal.timeout(TICKET_LIMIT_MS) }),
  );
  const root = location.origin.replace(/^http/, "ws");
  return `${root}/ws/v1/?ticket=${encodeURIComponent(ticket)}`;
}

async function openWire(): Promise<Wire> {
  const { default: ReconnectingWebSocket } = await import("partysocket/ws");
  return new ReconnectingWebSocket(ticketedAddress, [], {
    // Jitter, so that clients do not all reconnect at once after a restart.
    minReconnectionDelay: 400 + Math.random() * 600,
    maxReconnectionDelay: 8000,
    reconnectionDelayGrowFactor: 1.6,
    connectionTimeout: 8000,
    minUptime: 2000,
    maxEnqueuedMessages: 0,
    // After the last delay the client reconnects when the page becomes visible.
    shouldReconnectOnClose: ({ code }) =>
      code !== CLOSED.REVOKED && code !== CLOSED.TOO_MANY_SOCKETS,
  }) as Wire;
}

/** The only connection of the page; app/ starts and stops it with the session. */
export const realtime = new RealtimeClient({
  openWire,
  onRevoked: sessionEnded,
  queue: {
    store: indexedQueue(),
    postPoints: sendLocation,
    act: ({ bookingId, action, body, key }: QueuedAction) =>
      actOnBooking<"start">(bookingId, action as "start", body, key),
  },
});

onSessionEnded((how) => {
  if (how === "left") realtime.clearQueue();
});
watchDownloads(() => realtime.downloadArrived());
window.addEventListener("online", () => realtime.retryNow());
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") realtime.pageVisible();
});
