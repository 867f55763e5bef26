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
  /** Several are separated by commas. */
  status?: string;
  search?: string;
  active?: boolean;
  book_later?: boolean;
  /** Days of the platform's calendar, both included. */
  from?: string;
  to?: string;
  /** The same of the day on which it was paid, or cancelled with a fee: what is behind a number of a report. */
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

/** The first bookings that match a search: a reference, a name, an address. */
export const bookingSearchQuery = (search: string, most: number) =>
  queryOptions({
    queryKey: [...bookingsKey, "found", search, most],
    queryFn: ({ signal }) =>
      request<Page<BookingRow>>("bookings/", { signal, params: { search, page_size: most } }),
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

/** What cancelling now would cost: it grows by the minute, so it is always refetched. */
export const cancelPreviewQuery = (id: number) =>
  queryOptions({
    queryKey: [...bookingKey(id), "cancel-preview"],
    queryFn: ({ signal }) => request<CancelPreview>(`bookings/${id}/cancel-preview/`, { signal }),
    gcTime: 0,
    staleTime: 0,
    refetchInterval: 20_000,
  });

/** What staff change of a booking; what is left out stays. */
export interface EditChanges {
  pickup?: TripPoint;
  drop?: TripPoint;
  car_type_id?: number;
  parcel_type_id?: number | null;
  option_id?: number | null;
  /** By the platform's clock; null: now. */
  trip_date?: string | null;
}

export const editPreviewKey = ["edit-preview"] as const;

/** The price of an edit; refetched before its quote expires. */
export const editPreviewQuery = (id: number, changes: EditChanges) =>
  queryOptions({
    // Outside the booking's own keys, so that booking events do not refetch the route.
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
  /** Of a delivery: other car types than theirs are priced without them. */
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
  /** With a card: the gateway that the rider prefers. */
  payment_provider?: string;
  customer_id?: number;
  promo_name?: string;
  delivery_person?: string;
  delivery_person_phone?: string;
  pickup_instructions?: string;
  delivery_instructions?: string;
  /** For later; without an offset, by the platform's own clock. */
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
  /** The amounts are the ones that were shown: where they have changed it is refused. */
  pay: { method: "wallet"; amount: string };
  "collect-cash": { amount: string };
  complete: { rating?: number; feedback?: string };
  /** The fee is the one that was shown: another one is refused. */
  cancel: { reason_value?: number; reason?: string; fee?: string };
  "no-show": { fee: string };
  tip: { amount: string } | { percent: string };
  assign: { driver_id: number };
  unassign: { reason: string };
  reassign: { driver_id: number; reason: string };
  "adjust-fare": { trip_cost: string; keep_driver_share: boolean; reason: string };
  /** The amounts are the ones that were shown: others are refused. */
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

/** One action on a booking; pass the same key when the same action is sent again. */
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
