import type { QueryClient } from "@tanstack/react-query";
import { ApiError } from "./error";
import { meQuery } from "./me";
import { rememberMe } from "./session";

/** Reads the user again after a refusal because of new terms, which then appear. */
export function showTermsIfDue(error: unknown, client: QueryClient): void {
  if (!(error instanceof ApiError) || error.code !== "terms_due") return;
  client.fetchQuery({ ...meQuery(), staleTime: 0 }).then(rememberMe, () => undefined);
}
