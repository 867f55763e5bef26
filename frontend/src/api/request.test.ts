import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "./error";
import { request } from "./request";
import { dropSession, onSessionEnded, saveSession } from "./token";
import type { Session } from "./types";

/** Installs a fake server that responds per path; returns the recorded requests. */
function serve(answer: (path: string, init: RequestInit) => Response | Promise<Response>) {
  const requests: { path: string; init: RequestInit }[] = [];
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    requests.push({ path, init });
    return answer(path, init);
  });
  return requests;
}

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const session = (access: string) =>
  ({ access, expires_in: 600, user: { id: 1, user_type: "rider" } }) as Session;
const bearer = (init: RequestInit) => (init.headers as Record<string, string>).Authorization;

beforeEach(() => localStorage.clear());
afterEach(() => {
  dropSession();
  vi.unstubAllGlobals();
});

describe("a request", () => {
  it("refreshes the token once for all requests that met an expired one", async () => {
    saveSession(session("old"));
    const requests = serve((path, init) => {
      if (path.endsWith("auth/refresh/")) return json(session("new"));
      return bearer(init) === "Bearer new" ? json({ path }) : json({ code: "not_logged_in" }, 401);
    });
    const answers = await Promise.all(["a/", "b/", "c/"].map((path) => request(path)));
    expect(answers).toEqual([
      { path: "/api/v1/a/" },
      { path: "/api/v1/b/" },
      { path: "/api/v1/c/" },
    ]);
    expect(requests.filter(({ path }) => path.endsWith("auth/refresh/"))).toHaveLength(1);
  });

  it("retries only once, and then the session is over", async () => {
    saveSession(session("old"));
    const ended = vi.fn();
    const stop = onSessionEnded(ended);
    const requests = serve((path) =>
      path.endsWith("auth/refresh/") ? json(session("new")) : json({ code: "not_logged_in" }, 401),
    );
    await expect(request("me/")).rejects.toMatchObject({ status: 401, code: "not_logged_in" });
    expect(requests.map(({ path }) => path)).toEqual([
      "/api/v1/me/",
      "/api/v1/auth/refresh/",
      "/api/v1/me/",
    ]);
    expect(ended).toHaveBeenCalledOnce();
    stop();
  });

  it("renews a token that is about to expire before using it", async () => {
    saveSession({ ...session("old"), expires_in: 5 });
    const requests = serve((path) =>
      path.endsWith("auth/refresh/") ? json(session("new")) : json({}),
    );
    await request("me/");
    expect(requests.map(({ init }) => bearer(init))).toEqual([undefined, "Bearer new"]);
  });

  it("leaves a visitor's 401 to the page and requests no token", async () => {
    const requests = serve(() => json({ code: "must_login", detail: "Log in." }, 401));
    await expect(request("bookings/", { method: "POST", body: {} })).rejects.toMatchObject({
      code: "must_login",
    });
    expect(requests).toHaveLength(1);
  });

  it("turns an error response into its code, detail and fields", async () => {
    serve(() =>
      json({ code: "select_proper", detail: "Choose.", fields: { drop: "Missing." } }, 400),
    );
    const error = await request("estimates/").catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 400, detail: "Choose.", fields: { drop: "Missing." } });
  });

  it("reports an unreachable server, reuses the idempotency key and drops empty parameters", async () => {
    const requests = serve(() => Promise.reject(new TypeError("Failed to fetch")));
    const options = { idempotencyKey: "k1", params: { q: "", page: 2, no: undefined } };
    await expect(request("bookings/", options)).rejects.toMatchObject({ code: "network_error" });
    expect(requests[0]?.path).toBe("/api/v1/bookings/?page=2");
    expect(requests[0]?.init.headers).toMatchObject({ "Idempotency-Key": "k1" });
  });

  it("ends with the browser's own error when it is aborted", async () => {
    const ends = new AbortController();
    serve(async (_path, { signal }) => {
      signal?.throwIfAborted();
      return json({});
    });
    const reply = request("bookings/", { signal: ends.signal });
    ends.abort();
    await expect(reply).rejects.toMatchObject({ name: "AbortError" });
  });

  it("reports an unreachable server also when the request could have been aborted", async () => {
    serve(() => Promise.reject(new TypeError("Failed to fetch")));
    const { signal } = new AbortController();
    await expect(request("bookings/", { signal })).rejects.toMatchObject({
      status: 0,
      code: "network_error",
    });
  });

  it("reports an HTML page of a broken proxy as a server error", async () => {
    serve(() => new Response("<html>", { status: 502 }));
    await expect(request("me/")).rejects.toMatchObject({ status: 502, code: "server_error" });
  });
});

describe("a session", () => {
  it("never touches storage with the token itself", () => {
    saveSession(session("secret"));
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain("secret");
  });
});
