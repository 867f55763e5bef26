import { QueryClientProvider } from "@tanstack/react-query";
import { renderHook } from "@testing-library/react";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import { changeLanguage, startI18n } from "./setup";
import { useFormat } from "./use-format";

const HOUR = 3600;

beforeAll(startI18n);
beforeEach(() => {
  vi.stubGlobal("fetch", async () => Response.json({}));
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await changeLanguage("en");
});

function duration(seconds: number): string {
  const client = createQueryClient();
  const { result } = renderHook(useFormat, {
    wrapper: ({ children }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
  });
  return result.current.duration(seconds);
}

it("formats a long duration in days", () => {
  expect(duration(47 * HOUR + 300)).toBe("47 h 5 min");
  expect(duration(48 * HOUR)).toBe("2 days");
  expect(duration(71 * HOUR)).toBe("2 days");
});

it("formats days in the plural forms of Arabic", async () => {
  await changeLanguage("ar");
  expect(duration(50 * HOUR)).toBe("يومان");
});
