import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "./error";

const TRIES = 3;

/** A refusal stays a refusal; only the network's and the server's failures are tried again. */
function shouldRetry(failures: number, error: unknown): boolean {
  const passing = error instanceof ApiError && (error.status === 0 || error.status >= 500);
  return passing && failures < TRIES - 1;
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: 15_000, retry: shouldRetry, networkMode: "always" },
      mutations: { retry: false, networkMode: "always" },
    },
  });
}
