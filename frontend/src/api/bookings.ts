import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { type QueryParams, request } from "./request";
import type {
  AssignableDriver,
  Booking,
  BookingAction,
  BookingEvent,
  BookingOffer,
  BookingRow,
  CancelPreview,
  EditPreview,
  Estimate,
  Page,
  PositionPoint,
  Results,
  Track,
  TripPoint,
} from "./types";

export const bookingsKey = ["bookings"] as const;

export interface BookingFilters {
  /** Comma-separated. */
  status?: string;
  search?: string;
  active?: boolean;
  book_later?: boolean;
  /** Days in the platform's time zone, both included. */
  from?: string;
  to?: string;
  /**
   * The days of payment or of a charged cancellation, both included: the bookings behind a figure of a
   * report.
   */
  settled_from?: string;
  settled_to?: string;
  car_type?: number;
  driver?: number;
  rider?: number;
  payment_mode?: string;
  ordering?: string;
  page_size?: number;
  /** `all`: rows with every column. */
  fields?: "all";
}

export const bookingsQuery = (filters: BookingFilters = {}) =>
  infiniteQueryOptions({
    queryKey: [...bookingsKey, "list", filters],
    queryFn: ({ pageParam, signal }) =>
      request<Page<BookingRow>>("bookings/", {
        signal,
        params: { ...filters, cursor: pageParam } as QueryParams,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  });

/** The first bookings that match a search by reference, name or address. */
export const bookingSearchQuery = (search: string, limit: number) =>
  queryOptions({
    queryKey: [...bookingsKey, "found", search, limit],
    queryFn: ({ signal }) =>
      request<Page<BookingRow>>("bookings/", { signal, params: { search, page_size: limit } }),
    select: (page) => page.results,
    staleTime: 30_000,
  });

export const bookingKey = (id: number) => [...bookingsKey, "detail", id] as const;

export const bookingQuery = (id: number) =>
  queryOptions({
    queryKey: bookingKey(id),
    queryFn: ({ signal }) => request<Booking>(`bookings/${id}/`, { signal }),
  });

export const bookingEventsQuery = (id: number) =>
  queryOptions({
    queryKey: [...bookingKey(id), "events"],
    queryFn: ({ signal }) => request<Results<BookingEvent>>(`bookings/${id}/events/`, { signal }),
    select: (page) => page.results,
  });

export const bookingTrackQuery = (id: number) =>
  queryOptions({
    queryKey: [...bookingKey(id), "track"],
    queryFn: ({ signal }) => request<Track>(`bookings/${id}/track/`, { signal }),
  });

export const bookingOffersQuery = (id: number) =>
  queryOptions({
    queryKey: [...bookingKey(id), "offers"],
    queryFn: ({ signal }) => request<Results<BookingOffer>>(`bookings/${id}/offers/`, { signal }),
    select: (page) => page.results,
  });

/** The current cancellation fee. It grows every minute, so it is always refetched. */
export const cancelPreviewQuery = (id: number) =>
  queryOptions({
    queryKey: [...bookingKey(id), "cancel-preview"],
    queryFn: ({ signal }) => request<CancelPreview>(`bookings/${id}/cancel-preview/`, { signal }),
    gcTime: 0,
    staleTime: 0,
    refetchInterval: 20_000,
  });

/** Changes to a booking by staff; omitted fields stay unchanged. */
export interface EditChanges {
  pickup?: TripPoint;
  drop?: TripPoint;
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
      request<EditPreview>(`bookings/${id}/edit-preview/`, {
        method: "POST",
        body: changes,
        signal,
      }),
    gcTime: 0,
    staleTime: 60_000,
    refetchInterval: 5 * 60_000,
  });

export const assignableDriversQuery = (id: number, search: string) =>
  queryOptions({
    queryKey: [...bookingKey(id), "drivers", search],
    queryFn: ({ signal }) =>
      request<Results<AssignableDriver>>(`bookings/${id}/drivers/`, {
        signal,
        params: search ? { search } : {},
      }),
    select: (page) => page.results,
    refetchInterval: 15_000,
  });

export interface EstimateInput {
  pickup: TripPoint;
  drop: TripPoint;
  car_type_id?: number;
  /** Deliveries only: car types without this parcel type are priced without it. */
  parcel_type_id?: number;
  option_id?: number;
}

export const estimateQuery = (input: EstimateInput) =>
  queryOptions({
    queryKey: ["estimates", input],
    queryFn: ({ signal }) =>
      request<Estimate>("estimates/", { method: "POST", body: input, signal }),
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
  request<Booking>("bookings/", { method: "POST", body: input, idempotencyKey });

export const searchAgain = (id: number, action: "wait" | "widen") =>
  request<Booking>(`bookings/${id}/search/`, { method: "POST", body: { action } });

/** Postpones a booking for which no driver was found. */
export const bookLater = (id: number, tripDate: string) =>
  request<Booking>(`bookings/${id}/book-later/`, { method: "POST", body: { trip_date: tripDate } });

export const sendLocation = (points: PositionPoint[]) =>
  request<{ accepted: number; rejected: number }>("me/location/", {
    method: "POST",
    body: { points },
  });

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
  "adjust-fare": { trip_cost: string; keep_driver_share: boolean; reason: string };
  /** The amounts shown to the user; the server rejects any others. */
  edit: {
    revision: string;
    quote_id: string;
    charged: string;
    left_to_pay: string;
    trip_date?: string | null;
  };
  refund: { amount: string; from_driver: boolean; reason: string; paid_outside?: true };
  "force-end": { reason: string };
  "record-payment": { reason: string; payment_mode: "cash" | "other"; amount: string };
  "write-off": { reason: string };
}

type BodyOf<A extends BookingAction> = A extends keyof ActionBody
  ? ActionBody[A]
  : Record<string, never>;

/** Runs an action on a booking. A retry of the same action passes the same key. */
export const actOnBooking = <A extends BookingAction>(
  id: number,
  action: A,
  body: BodyOf<A>,
  idempotencyKey?: string,
) =>
  request<Booking>(`bookings/${id}/${action}/`, {
    method: "POST",
    body,
    ...(idempotencyKey ? { idempotencyKey } : {}),
  });
