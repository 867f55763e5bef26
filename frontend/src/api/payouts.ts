import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { get, post } from "./client";
import { meKey } from "./me";

// Below the `me` key, so that the socket's wallet event refetches it.
export const ownWithdrawalsQuery = () =>
  infiniteQueryOptions({
    queryKey: [...meKey, "wallet", "withdrawals"],
    queryFn: ({ pageParam, signal }) =>
      get("me/wallet/withdrawals/", { signal, params: { cursor: pageParam, page_size: 5 } }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  });

export const requestWithdrawal = (amount: string, idempotencyKey: string) =>
  post("me/wallet/withdrawals/", { body: { amount }, idempotencyKey });

export const owedFeesKey = (person: number) => ["people", person, "owed-fees"] as const;

/** All fees that a rider has ever owed, newest first; admins only. */
export const owedFeesQuery = (person: number) =>
  queryOptions({
    queryKey: owedFeesKey(person),
    queryFn: ({ signal }) => get("users/{id}/owed-fees/", { path: { id: person }, signal }),
  });

export const writeOffFee = (id: number, reason: string) =>
  post("owed-fees/{id}/write-off/", { path: { id }, body: { reason } });

export const withdrawalsKey = ["withdrawals"] as const;

export const processWithdrawal = (id: number, day: string, idempotencyKey: string) =>
  post("withdrawals/{id}/process/", {
    path: { id },
    body: day ? { process_date: day } : {},
    idempotencyKey,
  });

export const rejectWithdrawal = (id: number, reason: string, idempotencyKey: string) =>
  post("withdrawals/{id}/reject/", { path: { id }, body: { reason }, idempotencyKey });

export const batchesQuery = () =>
  infiniteQueryOptions({
    queryKey: [...withdrawalsKey, "batches"],
    queryFn: ({ pageParam, signal }) =>
      get("withdrawals/batches/", { signal, params: { cursor: pageParam, page_size: 10 } }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  });

/** Creates a bank file of these withdrawals; without ids, of all pending ones. */
export const createBatch = (ids: number[], idempotencyKey: string) =>
  post("withdrawals/batches/", { body: { ids }, idempotencyKey });

export const batchFilePath = (id: number) => `withdrawals/batches/${id}/file/`;

export const processBatch = (id: number, day: string, idempotencyKey: string) =>
  post("withdrawals/batches/{id}/process/", {
    path: { id },
    body: day ? { process_date: day } : {},
    idempotencyKey,
  });

/** Riders and drivers whose name, email or mobile starts with the text. */
export const walletOwnersQuery = (search: string) =>
  queryOptions({
    queryKey: ["wallets", search],
    queryFn: ({ signal }) => get("wallets/", { signal, params: { search, page_size: 12 } }),
    select: (page) => page.results,
    placeholderData: keepPreviousData,
  });

export type WalletChange = "credit" | "debit";

/** Credits or debits a wallet, with a reason; staff only. */
export const changeWallet = (
  person: number,
  change: WalletChange,
  body: { amount: string; note: string },
  idempotencyKey: string,
) => post(`users/{id}/wallet/${change}/`, { path: { id: person }, body, idempotencyKey });

export const walletEntriesKey = (person: number) => ["wallets", "moves", person] as const;

/** The wallet entries of a user; admins only. */
export const walletEntriesQuery = (person: number) =>
  infiniteQueryOptions({
    queryKey: walletEntriesKey(person),
    queryFn: ({ pageParam, signal }) =>
      get("users/{id}/wallet/history/", {
        path: { id: person },
        signal,
        params: { cursor: pageParam, page_size: 20 },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  });
