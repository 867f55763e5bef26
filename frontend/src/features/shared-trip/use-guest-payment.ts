import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { outcomeUnknown } from "@/api/error";
import {
  checkGuestPayment,
  guestPaymentKey,
  guestPaymentQuery,
  guestTripKey,
  payAsGuest,
} from "@/api/guests";
import { newIdempotencyKey } from "@/api/request";
import { rememberGuestPayment } from "./guest-payment-memory";

const POLL_MS = 5_000;
const WAITING = new Set(["created", "redirected", "pending"]);

/** The card payment of a link: the gateway, the last payment, and how to start and check one. */
export function useGuestPayment(token: string) {
  const client = useQueryClient();
  const payment = useQuery({
    ...guestPaymentQuery(token),
    refetchInterval: ({ state }) => (state.data?.attempt?.state === "pending" ? POLL_MS : false),
  });
  const [picked, setPicked] = useState<string | null>(null);
  const [key, setKey] = useState(newIdempotencyKey);
  const { attempt, providers = [] } = payment.data ?? {};
  const chosen = providers.find(({ name }) => name === picked) ?? providers[0];
  const waiting = attempt && WAITING.has(attempt.state) ? attempt : null;

  const pay = useMutation({
    mutationFn: (provider: string) => payAsGuest(token, provider, key),
    onSuccess: ({ ref, url }) => {
      rememberGuestPayment({ ref, token });
      if (url) return window.location.assign(url);
      setKey(newIdempotencyKey());
      void client.invalidateQueries({ queryKey: guestTripKey(token) });
    },
    onError: (error) => {
      // The request may have arrived, so a retry uses the same key.
      if (outcomeUnknown(error)) return;
      setKey(newIdempotencyKey());
      void client.invalidateQueries({ queryKey: guestTripKey(token) });
    },
  });
  const check = useMutation({
    mutationFn: () => checkGuestPayment(token),
    onSuccess: (found) => {
      client.setQueryData(guestPaymentKey(token), found);
      void client.invalidateQueries({ queryKey: guestTripKey(token), exact: true });
    },
  });
  const { mutate } = check;
  const { reset } = pay;
  const returned = waiting?.ref;

  // A guest who returns from the gateway expects the current state.
  useEffect(() => {
    if (returned) mutate();
  }, [returned, mutate]);

  // After the browser's back button, a page restored from the gateway would still be busy.
  useEffect(() => {
    const back = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      reset();
      setKey(newIdempotencyKey());
      void client.invalidateQueries({ queryKey: guestTripKey(token) });
    };
    window.addEventListener("pageshow", back);
    return () => window.removeEventListener("pageshow", back);
  }, [reset, client, token]);

  return {
    payment,
    chosen,
    waiting,
    failed: attempt?.state === "failed",
    pay,
    check,
    pick: (name: string) => {
      setPicked(name);
      setKey(newIdempotencyKey());
      reset();
    },
  };
}
