import { ApiError } from "./error";

/** Without a network, or from before an update, the file cannot be had: as when the server cannot be reached. */
const rules = () =>
  import("./phone-rules").catch(() => {
    throw new ApiError(0, "network_error", "The server cannot be reached.");
  });

/** Loads what it takes to read a number, before one is typed; a page that has none never loads it. */
export function prepareToRead(): void {
  void rules().catch(() => undefined);
}

/** The full number of the typed text, dialled in this country (ISO code); null where it is not a number. */
export async function readMobile(typed: string, home: string | undefined): Promise<string | null> {
  if (typed.trim() === "") return null;
  return (await rules()).typedMobile(typed, home);
}

/** The same, spaced for people to read. */
export async function spellMobile(typed: string, home: string | undefined): Promise<string | null> {
  const { typedMobile, spacedMobile } = await rules();
  const full = typedMobile(typed, home);
  return full && spacedMobile(full);
}
