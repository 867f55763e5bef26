import { afterEach, expect, it, vi } from "vitest";
import { createQueryClient } from "./query-client";
import { setUp, setupQuery } from "./setup";
import { saveSession, sessionEnded } from "./token";
import type { Session } from "./types";

afterEach(() => {
  sessionEnded("left");
  vi.unstubAllGlobals();
});

it("setup is read and sent without the token of a session", async () => {
  saveSession({ access: "t", expires_in: 600, user: { id: 1, user_type: "admin" } } as Session);
  const tokens: (string | null)[] = [];
  vi.stubGlobal("fetch", async (_path: string, { headers }: RequestInit) => {
    tokens.push(new Headers(headers).get("Authorization"));
    return Response.json({ needed: true });
  });
  await createQueryClient().fetchQuery(setupQuery("en"));
  await setUp({ key: "k1" } as Parameters<typeof setUp>[0]);
  expect(tokens).toEqual([null, null]);
});
