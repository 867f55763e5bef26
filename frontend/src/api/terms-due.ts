import type { QueryClient } from "@tanstack/react-query";
import { ApiError } from "./error";
import { refreshMe } from "./refresh-me";

/** Reads the user again after a refusal because of new terms, which then appear. */
export function showTermsIfDue(error: unknown, client: QueryClient): void {
  if (!(error instanceof ApiError) || error.code !== "terms_due") return;
  refreshMe(client).catch(() => undefined);
}
