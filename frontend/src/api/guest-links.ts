import { post, remove } from "./client";

/* Of staff only: apart from guests.ts, the page of a link would load the chunks of the back office. */

/** Sends the rider the link by SMS. */
export const sendGuestLink = (bookingId: number) =>
  post("bookings/{id}/guest-link/", { path: { id: bookingId }, body: {} });

export const revokeGuestLink = (bookingId: number) =>
  remove("bookings/{id}/guest-link/", { path: { id: bookingId } });
