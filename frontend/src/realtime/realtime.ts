import { actOnBooking, sendLocation } from "@/api/bookings";
import { request } from "@/api/request";
import { onSessionEnded, sessionEnded } from "@/api/token";
import { RealtimeClient, type Wire } from "./client";
import { CLOSED } from "./frames";
import { indexedQueue, type QueuedAction } from "./queue-store";

async function ticketedAddress(): Promise<string> {
  const { ticket } = await request<{ ticket: string; expires_in: number }>("realtime/ticket/", {
    method: "POST",
    body: {},
  });
  const root = location.origin.replace(/^http/, "ws");
  return `${root}/ws/v1/?ticket=${encodeURIComponent(ticket)}`;
}

async function openWire(): Promise<Wire> {
  const { default: ReconnectingWebSocket } = await import("partysocket/ws");
  return new ReconnectingWebSocket(ticketedAddress, [], {
    // A spread, so that everybody does not come back in the same moment after a restart.
    minReconnectionDelay: 400 + Math.random() * 600,
    maxReconnectionDelay: 8000,
    reconnectionDelayGrowFactor: 1.6,
    connectionTimeout: 8000,
    minUptime: 2000,
    maxEnqueuedMessages: 0,
    // After the latter the client asks for a socket again when the page is looked at again.
    shouldReconnectOnClose: ({ code }) =>
      code !== CLOSED.REVOKED && code !== CLOSED.TOO_MANY_SOCKETS,
  }) as Wire;
}

/** The page's one connection; started and stopped with the session by app/. */
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
window.addEventListener("online", () => realtime.retryNow());
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") realtime.lookedAt();
});
