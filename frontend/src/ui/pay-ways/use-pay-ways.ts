import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { bookingKey } from "@/api/bookings";
import { outcomeUnknown } from "@/api/error";
import { meKey, walletQuery } from "@/api/me";
import { payBooking, paymentProvidersQuery } from "@/api/payments";
import { newIdempotencyKey } from "@/api/request";
import { useViewer } from "@/api/session";
import type { Booking } from "@/api/types";
import { rememberedPayment, rememberPayment } from "@/ui/payment-memory";

export const WALLET = "wallet";
export const CARD = "card";

type Payable = Pick<Booking, "id" | "to_collect" | "chosen_payment" | "chosen_provider">;

/**
 * The payment methods of a booking: the wallet, a card through a gateway, or a card for what the wallet does
 * not cover. The default is the method selected at booking, else a wallet with sufficient balance.
 */
export function usePayWays(booking: Payable) {
  const { id, to_collect } = booking;
  const userId = useViewer().me?.id;
  const client = useQueryClient();
  const wallet = useQuery(walletQuery());
  const providers = useQuery(paymentProvidersQuery(to_collect));
  const [picked, setPicked] = useState<string | null>(null);
  const [mixed, setMixed] = useState(true);
  const [key, setKey] = useState(newIdempotencyKey);

  const payable = Number(to_collect);
  const balance = wallet.data?.balance;
  const held = Math.max(Number(balance ?? 0), 0);
  const low = balance !== undefined && held < payable;
  const offered = providers.data ?? [];
  const isOffered = (name: string | null | undefined) => offered.some((one) => one.name === name);
  const preferred = [booking.chosen_provider, rememberedPayment(userId)?.provider].find(isOffered);
  const gateway = preferred ?? offered[0]?.name;
  const byCard = low || booking.chosen_payment === "card";
  const usual = byCard ? (gateway ?? WALLET) : WALLET;
  const known = picked === WALLET || isOffered(picked);
  const way = picked !== null && known && !(picked === WALLET && low) ? picked : usual;
  const canMix = way !== WALLET && low && held > 0;
  const useWallet = canMix && mixed;
  const fresh = () => setKey(newIdempotencyKey());

  const card = useMutation({
    mutationFn: () => payBooking(id, { provider: way, use_wallet: useWallet }, key),
    onSuccess: ({ ref, action }) => window.location.assign(action?.url ?? `/payments/${ref}`),
    onError: (error) => {
      // The request may have arrived, so a retry uses the same key.
      if (outcomeUnknown(error)) return;
      fresh();
      void client.invalidateQueries({ queryKey: bookingKey(id) });
      void client.invalidateQueries({ queryKey: [...meKey, "wallet"] });
    },
  });
  const { reset } = card;

  // After the browser's back button, a page restored from the gateway would still be busy.
  useEffect(() => {
    const back = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      reset();
      setKey(newIdempotencyKey());
    };
    window.addEventListener("pageshow", back);
    return () => window.removeEventListener("pageshow", back);
  }, [reset]);

  return {
    wallet,
    providers,
    balance,
    low,
    way,
    label: offered.find(({ name }) => name === way)?.label ?? way,
    /** Whether neither the wallet nor a gateway can pay. */
    stuck: low && way === WALLET,
    canMix,
    useWallet,
    /** The amount that the card pays. */
    cardAmount: String(useWallet ? Math.round((payable - held) * 10_000) / 10_000 : payable),
    missing: String(Math.round((payable - held) * 10_000) / 10_000),
    /** The gateway of a card payment. */
    gateway: way === WALLET ? (gateway ?? null) : way,
    pick: (name: string) => {
      const next = name === CARD ? (gateway ?? WALLET) : name;
      setPicked(next);
      rememberPayment(
        userId,
        next === WALLET ? { mode: "wallet", provider: null } : { mode: "card", provider: next },
      );
      fresh();
      reset();
    },
    mix: (on: boolean) => {
      setMixed(on);
      fresh();
      reset();
    },
    card,
  };
}

export type PayWaysState = ReturnType<typeof usePayWays>;
