import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { currentViewer, restoreSession } from "./session";
import { signIn } from "./sign-in";
import { renewAccess, sessionEnded, signedInBefore } from "./token";

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });

function serve(session: unknown) {
  const requests: string[] = [];
  vi.stubGlobal("fetch", async (path: string) => {
    requests.push(path.replace("/api/v1/", ""));
    return path.endsWith("sign-out/") ? new Response(null, { status: 204 }) : json(session);
  });
  return requests;
}

const credentials = { email: "ada@hansom.example", password: "lamplight" };

beforeAll(restoreSession);
beforeEach(() => sessionEnded("left"));
afterEach(() => vi.unstubAllGlobals());

describe("an unusable session", () => {
  for (const [name, user, code] of [
    ["has no profile", null, "profile_missing"],
    ["is of an unknown kind", { id: 1, user_type: "coachman" }, "not_valid_user_type"],
  ] as const) {
    it(`is signed out and refused when it ${name}`, async () => {
      const requests = serve({ access: "t", expires_in: 600, user });
      await expect(signIn(credentials)).rejects.toMatchObject({ code });
      expect(requests).toEqual(["auth/sign-in/", "auth/sign-out/"]);
      expect(currentViewer().state).toBe("visitor");
      expect(signedInBefore()).toBe(false);
    });

    it(`is not taken up again when it ${name}`, async () => {
      const requests = serve({ access: "t", expires_in: 600, user });
      await expect(renewAccess()).resolves.toBeNull();
      expect(requests).toEqual(["auth/refresh/", "auth/sign-out/"]);
      expect(currentViewer().state).toBe("visitor");
    });
  }
});

it("a session of a known user type is restored", async () => {
  expect(signedInBefore()).toBe(false);
  serve({ access: "t", expires_in: 600, user: { id: 1, user_type: "driver" } });
  await signIn(credentials);
  expect(currentViewer()).toMatchObject({ state: "signed-in", role: "driver" });
  expect(signedInBefore()).toBe(true);
});
