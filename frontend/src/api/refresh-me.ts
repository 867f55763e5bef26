import type { QueryClient } from "@tanstack/react-query";
import { meQuery } from "./me";
import { rememberMe } from "./session";

/** Reads the logged-in user again, whatever is cached. */
export async function refreshMe(client: QueryClient): Promise<void> {
  rememberMe(await client.fetchQuery({ ...meQuery(), staleTime: 0 }));
}
