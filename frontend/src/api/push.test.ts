import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  type FakePushBrowser,
  FakeSubscription,
  pushBrowser,
  removePushBrowser,
} from "@/testing/fake-push";
import { platformOf } from "./platform";
import { disablePush, enablePush, endPush, pushAbility, pushDeviceHere, syncPush } from "./push";
import { dropSession, saveSession } from "./token";
import type { Session } from "./types";

const KEY = "BAEC";
const bytes = (text: string) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));

let browser: FakePushBrowser;
let requests: {
  endpoint: string;
  body: { platform?: string; subscription?: { endpoint: string } };
}[] = [];
const registrations = () => requests.filter(({ endpoint }) => endpoint === "POST me/devices/");

function signIn(family: string): void {
  const access = `e30.${btoa(JSON.stringify({ fam: family }))}.x`;
  saveSession({ access, expires_in: 600, user: { id: 7, user_type: "rider" } } as Session);
}

beforeEach(() => {
  localStorage.clear();
  browser = pushBrowser();
  requests = [];
  signIn("f1");
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    const endpoint = `${init.method ?? "GET"} ${url.replace("/api/v1/", "")}`;
    requests.push({ endpoint, body: init.body ? JSON.parse(String(init.body)) : {} });
    if (endpoint === "GET push/config/")
      return Response.json({ vapid_public_key: KEY, fcm: false });
    if (endpoint === "POST me/devices/") return Response.json({ id: 40 + registrations().length });
    return new Response(null, { status: 204 });
  });
});
afterEach(() => {
  dropSession();
  removePushBrowser();
  vi.unstubAllGlobals();
});

describe("enabling push", () => {
  it("subscribes with the server's key and registers the device", async () => {
    expect(await enablePush(7)).toBe("granted");
    expect(new Uint8Array(browser.held?.options.applicationServerKey ?? [])).toEqual(bytes(KEY));
    expect(registrations()[0]?.body).toMatchObject({
      platform: "WEB",
      subscription: { endpoint: "https://push.example/1" },
    });
    expect(pushDeviceHere(7)).toBe(41);
  });

  it("does nothing when the user denies permission", async () => {
    browser.answer = "denied";
    expect(await enablePush(7)).toBe("denied");
    expect(browser.subscriptions).toBe(0);
    expect(registrations()).toEqual([]);
    expect(pushAbility()).toBe("denied");
  });

  it("replaces a subscription made with another server key", async () => {
    const old = new FakeSubscription("https://push.example/old", bytes("AAAA"));
    browser.held = old;
    await enablePush(7);
    expect(old.ended).toBe(true);
    expect(browser.held?.endpoint).toBe("https://push.example/1");
  });

  it("registers no device when the browser does not subscribe", async () => {
    browser.allowsPush = false;
    await expect(enablePush(7)).rejects.toMatchObject({ code: "push_refused" });
    expect(registrations()).toEqual([]);
    expect(pushDeviceHere(7)).toBeNull();
  });

  it("registers no device when the server rejects it", async () => {
    vi.stubGlobal("fetch", async (url: string) =>
      url.endsWith("push/config/")
        ? Response.json({ vapid_public_key: KEY, fcm: false })
        : Response.json({ code: "push_endpoint_refused", detail: "x" }, { status: 400 }),
    );
    await expect(enablePush(7)).rejects.toMatchObject({ code: "push_endpoint_refused" });
    expect(pushDeviceHere(7)).toBeNull();
  });
});

describe("disabling push", () => {
  it("removes the device and ends the subscription", async () => {
    await enablePush(7);
    const { held } = browser;
    await disablePush(7);
    expect(requests.at(-1)?.endpoint).toBe("DELETE me/devices/41/");
    expect(held?.ended).toBe(true);
    expect(pushDeviceHere(7)).toBeNull();
    await syncPush(7);
    expect(registrations()).toHaveLength(1);
  });
});

describe("a session", () => {
  it("ends its subscription when it ends", async () => {
    await enablePush(7);
    const { held } = browser;
    await endPush();
    expect(held?.ended).toBe(true);
    expect(pushDeviceHere(7)).toBeNull();
  });

  it("restores the subscription for the same user only", async () => {
    await enablePush(7);
    await endPush();
    signIn("f2");
    await syncPush(8);
    expect(registrations()).toHaveLength(1);
    await syncPush(7);
    expect(registrations()).toHaveLength(2);
    expect(pushDeviceHere(7)).toBe(42);
  });

  it("registers the device again only after another login in this browser", async () => {
    await enablePush(7);
    await syncPush(7);
    expect(registrations()).toHaveLength(1);
    signIn("f2");
    await syncPush(7);
    expect(registrations()).toHaveLength(2);
  });

  it("registers a changed endpoint", async () => {
    await enablePush(7);
    browser.held = new FakeSubscription("https://push.example/moved", bytes(KEY));
    await syncPush(7);
    expect(registrations().at(-1)?.body.subscription?.endpoint).toBe("https://push.example/moved");
  });

  it("sends no request once the browser has revoked the permission", async () => {
    await enablePush(7);
    browser.permission = "denied";
    signIn("f2");
    await syncPush(7);
    expect(registrations()).toHaveLength(1);
    expect(pushDeviceHere(7)).toBeNull();
  });
});

describe("the browser", () => {
  it("is detected by its user agent", () => {
    const touch = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)";
    expect(platformOf("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)")).toBe("IOS");
    expect(platformOf(touch, 5)).toBe("IOS");
    expect(platformOf(touch, 0)).toBe("WEB");
    expect(platformOf("Mozilla/5.0 (Linux; Android 15)")).toBe("ANDROID");
  });

  it("reports missing support, and the instructions for an iPhone", () => {
    vi.stubGlobal("PushManager", undefined);
    Reflect.deleteProperty(window, "PushManager");
    expect(pushAbility()).toBe("unsupported");
    vi.spyOn(navigator, "userAgent", "get").mockReturnValue("iPhone");
    expect(pushAbility()).toBe("install");
  });
});
