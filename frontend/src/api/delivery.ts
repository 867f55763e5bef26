import { request } from "./request";
import type { Booking } from "./types";
import { type UploadOptions, upload } from "./upload";

export type PhotoKind = "pickup" | "deliver";

/** The driver's photo of the parcel, as it was taken over or as it was left; a new one takes its place. */
export const putBookingImage = (
  id: number,
  kind: PhotoKind,
  file: File,
  watch: Pick<UploadOptions, "onProgress" | "signal">,
) => upload<Booking>(`bookings/${id}/images/${kind}/`, file, watch);

/** Takes a promo for a booking that is still to be paid. */
export const applyPromo = (id: number, promo_name: string) =>
  request<Booking>(`bookings/${id}/promo/`, { method: "POST", body: { promo_name } });

export const removePromo = (id: number) =>
  request<Booking>(`bookings/${id}/promo/`, { method: "DELETE" });
