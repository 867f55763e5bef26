import { act, render, screen } from "@testing-library/react";
import { Suspense } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { trackWrite } from "@/api/writes";
import type { guardLeaving } from "./leaving";
import type { reloadOrThrow } from "./release";

const NEW = "/static/assets/index-bbbbbbbb.js";
const page = (script: string) =>
  new Response(`<script src="/static/boot.js"></script>
    <script type="module" crossorigin src="${script}"></script>`);
const GONE = new TypeError("Failed to fetch dynamically imported module");

let cleanUp: (() => void)[] = [];

beforeEach(() => {
  sessionStorage.clear();
  cleanUp = [];
  vi.resetModules();
  vi.useFakeTimers();
  document.head.innerHTML = `<script type="module" src="/static/assets/index-aaaaaaaa.js"></script>`;
  vi.stubGlobal("fetch", async () => page(NEW));
});
afterEach(() => {
  for (const undo of cleanUp) undo();
  document.head.innerHTML = "";
  document.body.innerHTML = "";
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Fails to load a chunk, with the module state of earlier tests reset. */
async function failToLoad() {
  const { reloadOrThrow: fresh } = (await import("./release")) as {
    reloadOrThrow: typeof reloadOrThrow;
  };
  const reload = vi.fn();
  const outcome = vi.fn();
  fresh(GONE, reload).then(outcome, outcome);
  await vi.advanceTimersByTimeAsync(10);
  return { reload, outcome };
}

describe("a chunk that a newer release has removed", () => {
  it("loads the page of that release, and is not an error meanwhile", async () => {
    const { reload, outcome } = await failToLoad();
    expect(reload).toHaveBeenCalledTimes(1);
    expect(outcome).not.toHaveBeenCalled();
  });

  it("loads it once: a chunk that is still missing then is an error", async () => {
    await failToLoad();
    vi.resetModules();
    const { reload, outcome } = await failToLoad();
    expect(reload).not.toHaveBeenCalled();
    expect(outcome).toHaveBeenCalledWith(GONE);
  });

  it("waits while the page has unsaved changes", async () => {
    const { guardLeaving: guard } = (await import("./leaving")) as {
      guardLeaving: typeof guardLeaving;
    };
    const stop = guard(async () => true);
    const { reload } = await failToLoad();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(reload).not.toHaveBeenCalled();
    stop();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it("waits for the response to a pending request", async () => {
    const { trackWrite: write } = (await import("@/api/writes")) as {
      trackWrite: typeof trackWrite;
    };
    let answer: () => void = () => undefined;
    const sent = write(
      () =>
        new Promise<void>((resolve) => {
          answer = resolve;
        }),
    );
    const { reload } = await failToLoad();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(reload).not.toHaveBeenCalled();
    answer();
    await sent;
    await vi.advanceTimersByTimeAsync(2_000);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  for (const [what, html] of [
    ["a user types", `<input value="Ad">`],
    ["a dialog is open", `<div role="dialog" tabindex="-1"></div>`],
  ] as const) {
    it(`waits while ${what}`, async () => {
      document.body.innerHTML = html;
      (document.body.firstElementChild as HTMLElement).focus();
      const { reload } = await failToLoad();
      await vi.advanceTimersByTimeAsync(5_000);
      expect(reload).not.toHaveBeenCalled();
      document.body.innerHTML = "";
      await vi.advanceTimersByTimeAsync(2_000);
      expect(reload).toHaveBeenCalledTimes(1);
    });
  }
});

describe("a chunk that fails to load for another reason", () => {
  for (const [why, answer] of [
    ["the release is the same", async () => page("/static/assets/index-aaaaaaaa.js")],
    ["the server cannot be reached", () => Promise.reject(new TypeError("offline"))],
    ["the server answers with a failure", async () => new Response("", { status: 502 })],
  ] as const) {
    it(`is an error: ${why}`, async () => {
      vi.stubGlobal("fetch", answer);
      const { reload, outcome } = await failToLoad();
      expect(outcome).toHaveBeenCalledWith(GONE);
      expect(reload).not.toHaveBeenCalled();
    });
  }
});

it("a lazy component stays pending while the page is about to reload", async () => {
  vi.useRealTimers();
  document.body.innerHTML = `<div role="dialog"></div>`;
  const { lazy } = await import("./lazy");
  const Part = lazy(() => Promise.reject(GONE));
  render(
    <Suspense fallback="loading">
      <Part />
    </Suspense>,
  );
  await act(async () => new Promise((resolve) => setTimeout(resolve, 20)));
  expect(screen.getByText("loading")).toBeInTheDocument();
});
