import { afterEach, expect, it, vi } from "vitest";
import { batchesQuery } from "./payouts";
import { createQueryClient } from "./query-client";

afterEach(() => vi.unstubAllGlobals());

it("bank files are read ten at a time, each page after the one before, until the request is cancelled", async () => {
  const requests: string[] = [];
  const signals: unknown[] = [];
  vi.stubGlobal("fetch", async (path: string, { signal }: RequestInit) => {
    requests.push(path.replace("/api/v1/", ""));
    signals.push(signal);
    return Response.json({ next: requests.length === 1 ? "c2" : null, results: [] });
  });
  await createQueryClient().fetchInfiniteQuery({ ...batchesQuery(), pages: 2 });
  expect(requests).toEqual([
    "withdrawals/batches/?page_size=10",
    "withdrawals/batches/?cursor=c2&page_size=10",
  ]);
  expect(signals.every((signal) => signal instanceof AbortSignal)).toBe(true);
});
