import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ApiError } from "./error";
import { readMobile, spellMobile } from "./mobile-number";

// The file that the server does not give: there is no network, or it is from before an update.
beforeEach(() => {
  vi.resetModules();
  vi.doMock("./phone-rules", () => {
    throw new TypeError("Failed to fetch dynamically imported module");
  });
});
afterEach(() => vi.doUnmock("./phone-rules"));

it.each([readMobile, spellMobile])(
  "a number that cannot be read for want of a network says so",
  async (read) => {
    const failure = await read("07700 900101", "GB").catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ApiError);
    expect(failure).toMatchObject({ status: 0, code: "network_error" });
  },
);

it("empty input is not a number and needs no rules", async () => {
  expect(await readMobile("  ", "GB")).toBeNull();
});
