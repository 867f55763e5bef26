import type { Challenge } from "altcha/lib";
import { ApiError } from "./error";
import { request } from "./request";

/**
 * Earns the right to a text message: asks for a challenge and solves it in workers, unseen. The solver is
 * loaded with the first challenge. Gives what the server wants in `captcha`; throws captcha_failed.
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
