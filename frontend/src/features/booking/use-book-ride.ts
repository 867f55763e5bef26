import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { bookingsKey, createBooking, type NewBooking } from "@/api/bookings";
import { ApiError, outcomeUnknown } from "@/api/error";
import { askForProfile } from "@/api/profile-prompt";
import { newIdempotencyKey } from "@/api/request";

/**
 * One key a confirmation: sent again with the same key and the same words while nobody knows whether
 * it went through, so that it can never book twice; a refusal ends the confirmation and its key.
 */
export function useBookRide() {
  const client = useQueryClient();
  const attempt = useRef<{ input: NewBooking; key: string } | null>(null);
  const mutation = useMutation({
    mutationFn: (input: NewBooking) => {
      attempt.current ??= { input, key: newIdempotencyKey() };
      return createBooking(attempt.current.input, attempt.current.key);
    },
    onSuccess: () => {
      attempt.current = null;
      void client.invalidateQueries({ queryKey: [...bookingsKey, "list"] });
    },
    onError: (error, { customer_id }) => {
      if (!outcomeUnknown(error)) attempt.current = null;
      const incomplete = error instanceof ApiError && error.code === "profile_incomplete";
      // Somebody else's profile is not asked for here.
      if (incomplete && customer_id === undefined) askForProfile();
    },
  });
  return { ...mutation, unknown: mutation.isError && outcomeUnknown(mutation.error) };
}
