import { Suspense } from "react";
import type { Booking } from "@/api/types";
import { lazy } from "@/ui/lazy";

const BookingChat = lazy(async () => ({
  default: (await import("@/features/chat/booking-chat")).BookingChat,
}));

const ChatReader = lazy(async () => ({
  default: (await import("@/features/chat/chat-reader")).ChatReader,
}));

type Look = "icon" | "wide";

/** The chat on the rider's trip page. */
export const riderChat = (booking: Booking, look: Look) => (
  <Suspense fallback={null}>
    <BookingChat booking={booking} side="rider" look={look} />
  </Suspense>
);

/** The chat on the driver's console. */
export const driverChat = (booking: Booking) => (
  <Suspense fallback={null}>
    <BookingChat booking={booking} side="driver" look="icon" />
  </Suspense>
);

/** The chat record of a trip, for admins and fleet admins. */
export const chatRecord = (booking: Booking) => (
  <Suspense fallback={null}>
    <ChatReader booking={booking} />
  </Suspense>
);
