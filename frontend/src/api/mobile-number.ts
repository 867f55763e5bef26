import { ApiError } from "./error";

/** The module cannot be loaded offline or after a release that removed it; report this as a network error. */
const rules = () =>
  import("./phone-rules").catch(() => {
    throw new ApiError(0, "network_error", "The server cannot be reached.");
  });

/** Preloads the rules before a number is typed; pages without phone fields never load them. */
export function preloadRules(): void {
  void rules().catch(() => undefined);
}

/** Returns the full number of the typed text in this country (ISO code); null if it is not a number. */
export async function readMobile(typed: string, home: string | undefined): Promise<string | null> {
  if (typed.trim() === "") return null;
  return (await rules()).typedMobile(typed, home);
}

/** Like `readMobile`, with spaces for display. */
export async function formatMobile(
  typed: string,
  home: string | undefined,
): Promise<string | null> {
  const { typedMobile, formatFullMobile } = await rules();
  const full = typedMobile(typed, home);
  return full && formatFullMobile(full);
}
