import { act, renderHook } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { chooseMapApp, MAP_APPS, navigationHref, useMapApp } from "./map-app";

beforeEach(() => localStorage.clear());

describe("the driver's own map app", () => {
  it("is selected once and stored", () => {
    const { result } = renderHook(useMapApp);
    expect(result.current).toBeNull();
    act(() => chooseMapApp("waze"));
    expect(result.current).toBe("waze");
    expect(renderHook(useMapApp).result.current).toBe("waze");
  });

  it("has no default app on an iPhone", async () => {
    const agent = vi.spyOn(navigator, "userAgent", "get");
    agent.mockReturnValue("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)");
    vi.resetModules();
    localStorage.setItem("hansom.map-app", "device");
    const fresh = await import("./map-app");
    agent.mockRestore();
    expect(fresh.MAP_APPS).toEqual(["google", "apple", "waze"]);
    expect(MAP_APPS).toContain("device");
  });

  it("is selected again when the browser has no storage", () => {
    const refuse = () => {
      throw new DOMException("denied", "SecurityError");
    };
    const read = vi.spyOn(Storage.prototype, "getItem").mockImplementation(refuse);
    const write = vi.spyOn(Storage.prototype, "setItem").mockImplementation(refuse);
    expect(() => chooseMapApp("waze")).not.toThrow();
    expect(renderHook(useMapApp).result.current).toBeNull();
    read.mockRestore();
    write.mockRestore();
  });

  it("receives the destination in every app", () => {
    for (const app of MAP_APPS)
      expect(navigationHref(app, { lat: 50.7, lng: -1.29 })).toContain("50.7,-1.29");
    expect(navigationHref("device", { lat: 50.7, lng: -1.29 })).toBe("geo:50.7,-1.29?q=50.7,-1.29");
  });
});
