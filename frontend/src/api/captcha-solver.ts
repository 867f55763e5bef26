import { type Challenge, type Solution, solveChallengeWorkers } from "altcha/lib";

/** Leaves some of a phone's cores to the page. */
const MAX_WORKERS = 4;
const TIMEOUT_MS = 30_000;

/** Each algorithm has its own file, so that only the required one is loaded. */
function createWorker(algorithm: string): Worker {
  if (algorithm.startsWith("PBKDF2/")) {
    return new Worker(new URL("./captcha-pbkdf2.worker.ts", import.meta.url), { type: "module" });
  }
  if (algorithm.startsWith("SHA-")) {
    return new Worker(new URL("./captcha-sha.worker.ts", import.meta.url), { type: "module" });
  }
  throw new Error(`No worker for ${algorithm}`);
}

/** Returns the solution of a challenge, or null after a timeout or an abort. */
export function solve(challenge: Challenge, signal?: AbortSignal): Promise<Solution | null> {
  const controller = new AbortController();
  signal?.addEventListener("abort", () => controller.abort(), { once: true });
  return solveChallengeWorkers({
    challenge,
    controller,
    createWorker,
    concurrency: Math.min(MAX_WORKERS, Math.max(1, (navigator.hardwareConcurrency ?? 2) - 1)),
    timeout: TIMEOUT_MS,
  });
}
