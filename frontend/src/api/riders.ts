import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { bookingsKey } from "./bookings";
import { get } from "./client";

/** Riders whose name, email or mobile starts with the text, newest first; admins only. */
export const ridersQuery = (search: string) =>
  queryOptions({
    queryKey: ["riders", search],
    queryFn: ({ signal }) => get("riders/", { signal, params: { search, page_size: 8 } }),
    select: (page) => page.results,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });

/** A rider's latest bookings, newest first. */
export const riderBookingsQuery = (rider: number, limit: number) =>
  queryOptions({
    queryKey: [...bookingsKey, "of-rider", rider, limit],
    queryFn: ({ signal }) => get("bookings/", { signal, params: { rider, page_size: limit } }),
    select: (page) => page.results,
  });
