import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { download } from "./download";
import { onSessionEnded, saveSession, sessionEnded } from "./token";
import type { Session } from "./types";

const session = (access: string) =>
  ({ access, expires_in: 600, user: { id: 1, user_type: "admin" } }) as unknown as Session;
const csv = () => new Response("a,b\n", { headers: { "Content-Type": "text/csv" } });
const refused = (status: number, body: unknown) => Response.json(body, { status });

let requests: string[];
let ended: number;

/** Answers downloads in turn, and refreshes with the token given. */
function serve(answers: (() => Response)[], renewed: string | null) {
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    if (path.endsWith("auth/refresh/")) {
      requests.push("refresh");
      return renewed ? Response.json(session(renewed)) : refused(401, {});
    }
    requests.push(String((init.headers as Record<string, string>).Authorization ?? "no token"));
    const answer = answers.shift();
    if (!answer) throw new Error("one request too many");
    return answer();
  });
}

beforeEach(() => {
  requests = [];
  ended = 0;
  sessionEnded("left");
});
afterEach(() => vi.unstubAllGlobals());

const counted = async (work: () => Promise<unknown>) => {
  const stop = onSessionEnded(() => {
    ended += 1;
  });
  try {
    return await work();
  } finally {
    stop();
  }
};

it("returns the file with the given name and the server's type", async () => {
  saveSession(session("old"));
  serve([csv], null);
  const file = await download("exports/1/file/", "trips.csv", { params: { part: 2 } });
  expect([file.name, file.type]).toEqual(["trips.csv", "text/csv"]);
  expect(requests).toEqual(["Bearer old"]);
});

it("renews the token once and tries again", async () => {
  saveSession(session("old"));
  serve([() => refused(401, {}), csv], "new");
  await counted(() => download("exports/1/file/", "trips.csv"));
  expect(requests).toEqual(["Bearer old", "refresh", "Bearer new"]);
  expect(ended).toBe(0);
});

it("ends the session when the renewed token is refused too", async () => {
  saveSession(session("old"));
  serve([() => refused(401, {}), () => refused(401, { code: "not_authenticated" })], "new");
  await expect(counted(() => download("exports/1/file/", "trips.csv"))).rejects.toMatchObject({
    status: 401,
    code: "not_authenticated",
  });
  expect(requests).toEqual(["Bearer old", "refresh", "Bearer new"]);
  expect(ended).toBe(1);
});

it("does not renew for a visitor", async () => {
  serve([() => refused(401, { code: "not_authenticated" })], "new");
  await expect(counted(() => download("exports/1/file/", "trips.csv"))).rejects.toMatchObject({
    status: 401,
  });
  expect(requests).toEqual(["no token"]);
  expect(ended).toBe(0);
});

it("throws the server's code, or the status of a reply that is no JSON", async () => {
  saveSession(session("old"));
  serve(
    [
      () => refused(409, { code: "export_not_ready", detail: "Not ready." }),
      () => new Response("<html>", { status: 502, statusText: "Bad Gateway" }),
    ],
    null,
  );
  await expect(download("exports/1/file/", "a")).rejects.toMatchObject({
    code: "export_not_ready",
    detail: "Not ready.",
  });
  await expect(download("exports/1/file/", "a")).rejects.toMatchObject({
    status: 502,
    code: "server_error",
    detail: "Bad Gateway",
  });
});

it("passes an abort on and reports a lost network", async () => {
  saveSession(session("old"));
  vi.stubGlobal("fetch", async () => {
    throw new DOMException("stopped", "AbortError");
  });
  await expect(download("exports/1/file/", "a")).rejects.toMatchObject({ name: "AbortError" });
  vi.stubGlobal("fetch", async () => {
    throw new TypeError("Failed to fetch");
  });
  await expect(download("exports/1/file/", "a")).rejects.toMatchObject({
    status: 0,
    code: "network_error",
  });
});
