import { afterEach, expect, it, vi } from "vitest";
import { renewSubscription } from "./renewal";

const KEY = new Uint8Array([4, 1, 2]);
const subscriber = () => ({
  subscribe: vi.fn(async () => ({ toJSON: () => ({ endpoint: "https://push.example/2" }) })),
});

function serve(refresh: () => Response) {
  const requests: { path: string; init: RequestInit }[] = [];
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    requests.push({ path, init });
    return path.endsWith("auth/refresh/") ? refresh() : Response.json({ id: 9 }, { status: 201 });
  });
  return requests;
}

afterEach(() => vi.unstubAllGlobals());

it("creates a subscription under the same key and registers it, with no page open", async () => {
  const requests = serve(() => Response.json({ access: "t" }));
  const manager = subscriber();
  expect(await renewSubscription(manager, KEY, "WEB")).toBe(true);
  expect(manager.subscribe).toHaveBeenCalledWith({
    userVisibleOnly: true,
    applicationServerKey: KEY,
  });
  expect(requests.map(({ path }) => path)).toEqual([
    "/api/v1/auth/refresh/",
    "/api/v1/me/devices/",
  ]);
  expect(new Headers(requests[1]?.init.headers).get("Authorization")).toBe("Bearer t");
  expect(JSON.parse(String(requests[1]?.init.body))).toEqual({
    kind: "webpush",
    platform: "WEB",
    subscription: { endpoint: "https://push.example/2" },
  });
});

it("creates none without a session", async () => {
  serve(() => new Response(null, { status: 401 }));
  const manager = subscriber();
  expect(await renewSubscription(manager, KEY, "WEB")).toBe(false);
  expect(manager.subscribe).not.toHaveBeenCalled();
});

it("creates none without the key of the old one", async () => {
  const requests = serve(() => Response.json({ access: "t" }));
  expect(await renewSubscription(subscriber(), null, "WEB")).toBe(false);
  expect(requests).toEqual([]);
});
