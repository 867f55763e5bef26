import type { Challenge } from "altcha/lib";
import { ApiError } from "./error";
import { request } from "./request";

/**
 * Fetches a proof-of-work challenge and solves it in workers. The solver is loaded with the first challenge.
 * Returns the value of `captcha`; throws captcha_failed.
 */
export async function proveWork(signal?: AbortSignal): Promise<string> {
  const [challenge, { solve }] = await Promise.all([
    request<Challenge>("auth/captcha/", { anonymous: true, ...(signal ? { signal } : {}) }),
    import("./captcha-solver"),
  ]);
  const solution = await solve(challenge, signal).catch(() => null);
  if (!solution) throw new ApiError(400, "captcha_failed", "The challenge could not be solved.");
  const { parameters, signature } = challenge;
  return btoa(JSON.stringify({ challenge: { parameters, signature }, solution }));
}
