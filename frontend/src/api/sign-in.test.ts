import { afterEach, describe, expect, it, vi } from "vitest";
import { finishSocial, finishTwoFactor, signIn, signInByCode } from "./sign-in";
import { saveSession, sessionEnded } from "./token";
import type { Me, Session } from "./types";

const credentials = { email: "ada@hansom.example", password: "lamplight" };

afterEach(() => vi.unstubAllGlobals());

it("solves a captcha only while the account is under attack", async () => {
  const requests: string[] = [];
  const refuse = (code: string) => Response.json({ code, detail: code }, { status: 400 });
  vi.stubGlobal("fetch", async (path: string) => {
    requests.push(path.replace("/api/v1/", ""));
    return refuse(path.includes("captcha") ? "too_many_requests" : "captcha_required");
  });
  await expect(signIn(credentials)).rejects.toMatchObject({ code: "too_many_requests" });
  expect(requests).toEqual(["auth/sign-in/", "auth/captcha/"]);
});

it("solves none when the password is wrong", async () => {
  const requests: string[] = [];
  vi.stubGlobal("fetch", async (path: string) => {
    requests.push(path.replace("/api/v1/", ""));
    return Response.json({ code: "login_error", detail: "wrong" }, { status: 401 });
  });
  await expect(signIn(credentials)).rejects.toMatchObject({ code: "login_error" });
  expect(requests).toEqual(["auth/sign-in/"]);
});

describe("every way to log in", () => {
  const session = {
    access: "old",
    expires_in: 600,
    user: { id: 1, user_type: "rider" },
  } as Session;
  const code = { verification_id: "v1", code: "123456" };
  const second = { challenge: "c1", code: "654321" };
  const ways: [string, () => Promise<unknown>, string, object][] = [
    ["a password", () => signIn(credentials), "auth/sign-in/", credentials],
    ["a code to the phone", () => signInByCode(code), "auth/phone/verify/", code],
    ["the second factor", () => finishTwoFactor(second), "auth/two-factor/", second],
    ["a provider", () => finishSocial(), "auth/social/finish/", {}],
  ];

  for (const [name, enter, path, body] of ways) {
    it(`sends ${name} without the token of the session before, and returns the user`, async () => {
      saveSession(session);
      const requests: [string, unknown, string | null][] = [];
      const user = { id: 2, user_type: "driver" } as Me;
      vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
        const token = new Headers(init.headers).get("Authorization");
        requests.push([url.replace("/api/v1/", ""), JSON.parse(String(init.body)), token]);
        return Response.json({ access: "new", expires_in: 600, user });
      });
      expect(await enter()).toEqual(user);
      expect(requests).toEqual([[path, body, null]]);
      sessionEnded("left");
    });
  }
});
