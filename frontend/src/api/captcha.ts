import type { Challenge } from "altcha/lib";
import { get } from "./client";
import { ApiError } from "./error";

/**
 * Fetches a proof-of-work challenge and solves it in workers. The solver is loaded with the first challenge.
 * Returns the value of `captcha`; throws captcha_failed.
 */
export async function proveWork(signal?: AbortSignal): Promise<string> {
  const [challenge, { solve }] = await Promise.all([
    get("auth/captcha/", { anonymous: true, ...(signal ? { signal } : {}) }),
    import("./captcha-solver"),
  ]);
  const solution = await solve(challenge as unknown as Challenge, signal).catch(() => null);
  if (!solution) throw new ApiError(400, "captcha_failed", "The challenge could not be solved.");
  const { parameters, signature } = challenge;
  return btoa(JSON.stringify({ challenge: { parameters, signature }, solution }));
}
