import { afterEach, expect, it, vi } from "vitest";
import { signIn } from "./sign-in";

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
