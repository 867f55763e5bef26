import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  QueryClient,
  type QueryKey,
} from "@tanstack/react-query";
import { ApiError } from "./error";

const TRIES = 3;

/** Retries only network and server errors. */
function shouldRetry(failures: number, error: unknown): boolean {
  const passing = error instanceof ApiError && (error.status === 0 || error.status >= 500);
  return passing && failures < TRIES - 1;
}

/**
 * A query client that never loses an invalidation.
 *
 * TanStack Query merges an invalidation into a first fetch in progress and then drops it
 * (TanStack/query#8530, #11526), so an event that arrives during the fetch would leave stale data on the
 * screen. This client refetches such a query when its first fetch completes.
 */
class LiveQueryClient extends QueryClient {
  private readonly again = new WeakSet<Query>();

  override invalidateQueries<TTaggedQueryKey extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<TTaggedQueryKey>,
    options?: InvalidateOptions,
  ): Promise<void> {
    if (filters?.refetchType !== "none") {
      const fetching = this.getQueryCache().findAll({ ...filters, fetchStatus: "fetching" });
      for (const query of fetching) if (query.state.data === undefined) this.fetchAgain(query);
    }
    return super.invalidateQueries(filters, options);
  }

  private fetchAgain(query: Query): void {
    if (this.again.has(query)) return;
    this.again.add(query);
    query.promise?.then(
      () => {
        this.again.delete(query);
        void super.invalidateQueries({ queryKey: query.queryKey, exact: true });
      },
      // A fetch that failed or was cancelled leaves no stale data on the screen.
      () => this.again.delete(query),
    );
  }
}

export function createQueryClient(): QueryClient {
  return new LiveQueryClient({
    defaultOptions: {
      queries: { staleTime: 15_000, retry: shouldRetry, networkMode: "always" },
      mutations: { retry: false, networkMode: "always" },
    },
  });
}
