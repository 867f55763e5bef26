import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  QueryClient,
  type QueryKey,
} from "@tanstack/react-query";
import { ApiError } from "./error";

const TRIES = 3;

/** A refusal stays a refusal; only the network's and the server's failures are tried again. */
function shouldRetry(failures: number, error: unknown): boolean {
  const passing = error instanceof ApiError && (error.status === 0 || error.status >= 500);
  return passing && failures < TRIES - 1;
}

/**
 * A query client that never loses an invalidation.
 *
 * TanStack Query joins an invalidation to a first fetch that is under way and then forgets it
 * (TanStack/query#8530, #11526): an event that arrives meanwhile would leave an old answer on the
 * screen. Here such a query is fetched again once its first answer is in.
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
      // A fetch that failed or was called off leaves nothing old on the screen.
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
