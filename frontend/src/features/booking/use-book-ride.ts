import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { bookingsKey, createBooking, type NewBooking } from "@/api/bookings";
import { ApiError, outcomeUnknown } from "@/api/error";
import { showProfilePrompt } from "@/api/profile-prompt";
import { newIdempotencyKey } from "@/api/request";
import { showTermsIfDue } from "@/api/terms-due";

/**
 * One key per confirmation: a retry with an unknown outcome sends the same key and body, so that it never
 * books twice; a rejection ends the confirmation and its key.
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
      showTermsIfDue(error, client);
      const incomplete = error instanceof ApiError && error.code === "profile_incomplete";
      // An admin needs no complete profile to book for a rider.
      if (incomplete && customer_id === undefined) showProfilePrompt();
    },
  });
  return { ...mutation, unknown: mutation.isError && outcomeUnknown(mutation.error) };
}
