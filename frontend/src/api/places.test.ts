import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { autocompleteQuery, fetchPlace } from "./places";
import { createQueryClient } from "./query-client";
import { restoreSession } from "./session";

let requests: URL[] = [];

beforeEach(async () => {
  vi.stubGlobal("fetch", async (url: string) => {
    if (url.includes("places/")) requests.push(new URL(url, "http://x"));
    return Response.json({ results: [] });
  });
  await restoreSession();
  requests = [];
});
afterEach(() => vi.unstubAllGlobals());

const session = (at: number) => requests.at(at)?.searchParams.get("session");
const type = (text: string) => createQueryClient().fetchQuery(autocompleteQuery(text));

describe("a search for a place", () => {
  it("uses one session id from the first character to the selected place, then a new one", async () => {
    await type("r");
    await type("ry");
    await fetchPlace("p/1");
    expect(requests.map(({ pathname }) => pathname)).toEqual([
      "/api/v1/places/autocomplete/",
      "/api/v1/places/autocomplete/",
      "/api/v1/places/p%2F1/",
    ]);
    expect(session(0)).toMatch(/^[0-9a-f-]{36}$/);
    expect(session(1)).toBe(session(0));
    expect(session(2)).toBe(session(0));

    await type("n");
    expect(session(3)).toMatch(/^[0-9a-f-]{36}$/);
    expect(session(3)).not.toBe(session(0));
  });

  it("has none when a place is fetched without a search", async () => {
    await fetchPlace("p1");
    await fetchPlace("p2");
    expect(session(-1)).toBeNull();
  });
});
