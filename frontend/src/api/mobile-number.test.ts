// @vitest-environment node
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ApiError } from "./error";
import { formatMobile, readMobile } from "./mobile-number";

// The module cannot be loaded: there is no network, or a newer release has removed it.
beforeEach(() => {
  vi.resetModules();
  vi.doMock("./phone-rules", () => {
    throw new TypeError("Failed to fetch dynamically imported module");
  });
});
afterEach(() => vi.doUnmock("./phone-rules"));

it.each([readMobile, formatMobile])("throws when the rules cannot be loaded", async (read) => {
  const failure = await read("07700 900101", "GB").catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ApiError);
  expect(failure).toMatchObject({ status: 0, code: "network_error" });
});

it("empty input is no number and needs no rules", async () => {
  expect(await readMobile("  ", "GB")).toBeNull();
});
