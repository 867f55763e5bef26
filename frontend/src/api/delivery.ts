import { post, remove } from "./client";
import type { Booking } from "./types";
import { type UploadOptions, upload } from "./upload";

export type PhotoKind = "pickup" | "deliver";

/** Uploads the driver's photo of the parcel at pickup or drop-off; a new photo replaces the previous one. */
export const putBookingImage = (
  id: number,
  kind: PhotoKind,
  file: File,
  watch: Pick<UploadOptions, "onProgress" | "signal">,
) => upload<Booking>(`bookings/${id}/images/${kind}/`, file, watch);

/** Applies a promo to an unpaid booking. */
export const applyPromo = (id: number, promo_name: string) =>
  post("bookings/{id}/promo/", { path: { id }, body: { promo_name } });

export const removePromo = (id: number) => remove("bookings/{id}/promo/", { path: { id } });
