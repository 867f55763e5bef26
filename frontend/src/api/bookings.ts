import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { get, post } from "./client";
import type { paths } from "./schema";
import type { Booking, BookingAction, PositionPoint, TripPoint } from "./types";

export const bookingsKey = ["bookings"] as const;

type ListParams = NonNullable<paths["/api/v1/bookings/"]["get"]["parameters"]["query"]>;
export type BookingFilters = Omit<ListParams, "cursor" | "format">;

export const bookingsQuery = (filters: BookingFilters = {}) =>
  infiniteQueryOptions({
    queryKey: [...bookingsKey, "list", filters],
    queryFn: ({ pageParam, signal }) =>
      get("bookings/", { signal, params: { ...filters, cursor: pageParam } }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  });

/** The first bookings that match a search by reference, name or address. */
export const bookingSearchQuery = (search: string, limit: number) =>
  queryOptions({
    queryKey: [...bookingsKey, "found", search, limit],
    queryFn: ({ signal }) => get("bookings/", { signal, params: { search, page_size: limit } }),
    select: (page) => page.results,
    staleTime: 30_000,
  });

export const bookingKey = (id: number) => [...bookingsKey, "detail", id] as const;

export const bookingQuery = (id: number) =>
  queryOptions({
    queryKey: bookingKey(id),
    queryFn: ({ signal }) => get("bookings/{id}/", { path: { id }, signal }),
  });

export const bookingEventsQuery = (id: number) =>
  queryOptions({
    queryKey: [...bookingKey(id), "events"],
    queryFn: ({ signal }) => get("bookings/{id}/events/", { path: { id }, signal }),
    select: (page) => page.results,
  });

export const bookingTrackQuery = (id: number) =>
  queryOptions({
    queryKey: [...bookingKey(id), "track"],
    queryFn: ({ signal }) => get("bookings/{id}/track/", { path: { id }, signal }),
  });

export const bookingOffersQuery = (id: number) =>
  queryOptions({
    queryKey: [...bookingKey(id), "offers"],
    queryFn: ({ signal }) => get("bookings/{id}/offers/", { path: { id }, signal }),
    select: (page) => page.results,
  });

/** The current cancellation fee. It grows every minute, so it is always refetched. */
export const cancelPreviewQuery = (id: number) =>
  queryOptions({
    queryKey: [...bookingKey(id), "cancel-preview"],
    queryFn: ({ signal }) => get("bookings/{id}/cancel-preview/", { path: { id }, signal }),
    gcTime: 0,
    staleTime: 0,
    refetchInterval: 20_000,
  });

/** Changes to a booking by staff; omitted fields stay unchanged. */
export interface EditChanges {
  pickup?: TripPoint;
  drop?: TripPoint;
  /** All stops in order. */
  stops?: TripPoint[];
  /** Of a round trip; null for one way. */
  return_wait_minutes?: number | null;
  /** Of a booking by the hour. */
  hire_minutes?: number;
  passengers?: number;
  luggage?: number;
  children?: number;
  child_seats?: number;
  car_type_id?: number;
  parcel_type_id?: number | null;
  option_id?: number | null;
  /** In the platform's time zone; null for now. */
  trip_date?: string | null;
}

export const editPreviewKey = ["edit-preview"] as const;

/** The price of an edit; refetched before its quote expires. */
export const editPreviewQuery = (id: number, changes: EditChanges) =>
  queryOptions({
    // Not below the booking's key, so that booking events do not refetch the route.
    queryKey: [...editPreviewKey, id, changes],
    queryFn: ({ signal }) =>
      post("bookings/{id}/edit-preview/", { path: { id }, body: changes, signal }),
    gcTime: 0,
    staleTime: 60_000,
    refetchInterval: 5 * 60_000,
  });

export const stopsPreviewKey = ["stops-preview"] as const;

/** The price with other stops, of which those reached come first; refetched before its quote expires. */
export const stopsPreviewQuery = (id: number, stops: TripPoint[]) =>
  queryOptions({
    // Not below the booking's key, so that booking events do not refetch the route.
    queryKey: [...stopsPreviewKey, id, stops],
    queryFn: ({ signal }) =>
      post("bookings/{id}/stops-preview/", { path: { id }, body: { stops }, signal }),
    gcTime: 0,
    staleTime: 60_000,
    refetchInterval: 5 * 60_000,
  });

export const assignableDriversQuery = (id: number, search: string) =>
  queryOptions({
    queryKey: [...bookingKey(id), "drivers", search],
    queryFn: ({ signal }) =>
      get("bookings/{id}/drivers/", { path: { id }, signal, params: search ? { search } : {} }),
    select: (page) => page.results,
    refetchInterval: 15_000,
  });

export interface EstimateInput {
  pickup: TripPoint;
  /** Of a trip to a destination. */
  drop?: TripPoint;
  /** The places between the two, in order. */
  stops?: TripPoint[];
  /** A round trip: the driver waits so long at the drop-off and drives back. */
  return_wait_minutes?: number;
  /** By the hour, instead of the places after the pickup. */
  hire_minutes?: number;
  /** Without it, one. */
  passengers?: number;
  luggage?: number;
  children?: number;
  child_seats?: number;
  car_type_id?: number;
  /** Deliveries only: car types without this parcel type are priced without it. */
  parcel_type_id?: number;
  option_id?: number;
  /** For a booking at this time, by the platform's clock; without it for now. */
  trip_date?: string;
}

export const estimateQuery = (input: EstimateInput) =>
  queryOptions({
    queryKey: ["estimates", input],
    queryFn: ({ signal }) => post("estimates/", { body: input, signal }),
    staleTime: 60_000,
    gcTime: 60_000,
  });

export interface NewBooking {
  quote_id: string;
  payment_mode: "cash" | "wallet" | "card";
  /** The rider's preferred gateway for card payments. */
  payment_provider?: string;
  customer_id?: number;
  promo_name?: string;
  delivery_person?: string;
  delivery_person_phone?: string;
  pickup_instructions?: string;
  delivery_instructions?: string;
  /** For a later trip; without an offset, in the platform's time zone. */
  trip_date?: string;
}

export const createBooking = (input: NewBooking, idempotencyKey: string) =>
  post("bookings/", {
    body: input,
    idempotencyKey,
  });

export const searchAgain = (id: number, action: "wait" | "widen") =>
  post("bookings/{id}/search/", { path: { id }, body: { action } });

/** Postpones a booking for which no driver was found. */
export const bookLater = (id: number, tripDate: string) =>
  post("bookings/{id}/book-later/", { path: { id }, body: { trip_date: tripDate } });

export const sendLocation = (points: PositionPoint[]) => post("me/location/", { body: { points } });

export interface ActionBody {
  start: { otp?: string };
  /** The amounts shown to the user; the server rejects the payment if they have changed. */
  pay: { method: "wallet"; amount: string };
  "collect-cash": { amount: string };
  complete: { rating?: number; feedback?: string };
  /** The fee shown to the user; the server rejects any other. */
  cancel: { reason_value?: number; reason?: string; fee?: string };
  "no-show": { fee: string };
  tip: { amount: string } | { percent: string };
  assign: { driver_id: number };
  unassign: { reason: string };
  reassign: { driver_id: number; reason: string };
  plan: { driver_id: number };
  "plan-backup": { driver_id: number };
  hold: { until: string; reason: string };
  "adjust-fare": { trip_cost: string; keep_driver_share: boolean; reason: string };
  /** The amounts shown to the user; the server rejects any others. */
  edit: {
    revision: string;
    version: number;
    quote_id: string;
    charged: string;
    left_to_pay: string;
    trip_date?: string | null;
  };
  "change-stops": { quote_id: string };
  refund: { amount: string; from_driver: boolean; reason: string; paid_outside?: true };
  "force-end": { reason: string };
  "record-payment": { reason: string; payment_mode: "cash" | "other"; amount: string };
  "write-off": { reason: string };
}

type BodyOf<A extends BookingAction> = A extends keyof ActionBody
  ? ActionBody[A]
  : Record<string, never>;

/** Refunds a trip; above the limit it waits for a second admin. A retry passes the same key. */
export const refundTrip = (id: number, body: ActionBody["refund"], idempotencyKey: string) =>
  post("bookings/{id}/refund/", { path: { id }, body, idempotencyKey });

/** Runs an action on a booking. A retry of the same action passes the same key. */
export const actOnBooking = <A extends BookingAction>(
  id: number,
  action: A,
  body: BodyOf<A>,
  idempotencyKey?: string,
) =>
  // Checks that every action has a path; `ActionBody` has its body.
  post(`bookings/{id}/${action}/` as `bookings/{id}/${BookingAction}/`, {
    path: { id },
    body: body as never,
    ...(idempotencyKey ? { idempotencyKey } : {}),
  }) as Promise<Booking>;
