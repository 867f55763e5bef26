import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { bookingKey } from "@/api/bookings";
import { ApiError } from "@/api/error";
import { meKey, walletQuery } from "@/api/me";
import { payBooking, paymentProvidersQuery } from "@/api/payments";
import { newIdempotencyKey } from "@/api/request";
import type { Booking } from "@/api/types";

export const WALLET = "wallet";

/** The ways to pay this booking: the wallet, each gateway, and a gateway with the wallet before it. */
export function usePayWays({ id, payable_amount }: Pick<Booking, "id" | "payable_amount">) {
  const client = useQueryClient();
  const wallet = useQuery(walletQuery());
  const providers = useQuery(paymentProvidersQuery());
  const [picked, setPicked] = useState<string | null>(null);
  const [mixed, setMixed] = useState(true);
  const [key, setKey] = useState(newIdempotencyKey);

  const payable = Number(payable_amount);
  const balance = wallet.data?.balance;
  const held = Math.max(Number(balance ?? 0), 0);
  const low = balance !== undefined && held < payable;
  const offered = providers.data ?? [];
  const usual = low ? (offered[0]?.name ?? WALLET) : WALLET;
  const known = picked === WALLET || offered.some(({ name }) => name === picked);
  const way = picked !== null && known && !(picked === WALLET && low) ? picked : usual;
  const canMix = way !== WALLET && low && held > 0;
  const useWallet = canMix && mixed;
  const fresh = () => setKey(newIdempotencyKey());

  const card = useMutation({
    mutationFn: () => payBooking(id, { provider: way, use_wallet: useWallet }, key),
    onSuccess: ({ ref, action }) => window.location.assign(action?.url ?? `/payments/${ref}`),
    onError: (error) => {
      // Nobody knows whether it arrived: the same again is the same payment.
      if (error instanceof ApiError && (error.isOffline || error.status >= 500)) return;
      fresh();
      void client.invalidateQueries({ queryKey: bookingKey(id) });
      void client.invalidateQueries({ queryKey: [...meKey, "wallet"] });
    },
  });
  const { reset } = card;

  // Back from the gateway by the browser's button, the page is as it was left: busy.
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
    /** Neither the wallet nor a gateway can pay it. */
    stuck: low && way === WALLET,
    canMix,
    useWallet,
    /** What the chosen gateway is to take. */
    cardAmount: String(useWallet ? Math.round((payable - held) * 10_000) / 10_000 : payable),
    missing: String(Math.round((payable - held) * 10_000) / 10_000),
    pick: (name: string) => {
      setPicked(name);
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
