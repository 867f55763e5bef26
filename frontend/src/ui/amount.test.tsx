import { QueryClientProvider } from "@tanstack/react-query";
import { renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeAll, describe, expect, it } from "vitest";
import { publicSettingsQuery } from "@/api/catalogue";
import { createQueryClient } from "@/api/query-client";
import { loadRest, startI18n } from "@/i18n/setup";
import { useAmount } from "./amount";

const client = createQueryClient();
client.setQueryData(publicSettingsQuery().queryKey, {
  symbol: "£",
  decimal: 2,
  time_zone: "UTC",
} as never);

function Around({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

const amount = (typed: string, most = 500, least?: number) =>
  renderHook(() => useAmount(typed, most, least), { wrapper: Around }).result.current;

beforeAll(async () => {
  await startI18n();
  await loadRest();
});

describe("a typed amount", () => {
  it.each([
    ["0.01", true],
    ["0.00", false],
    ["500", true],
    ["500.00", true],
    ["500.01", false],
    ["12,50", true],
    ["12.505", false],
    ["-5", false],
    ["ten", false],
  ])("of %s between one penny and 500 is valid: %s", (typed, valid) => {
    const { valid: isValid, problem } = amount(typed);
    expect([isValid, problem === null]).toEqual([valid, valid]);
  });

  it("reaches from the least to the most that is allowed, both included", () => {
    expect(["9.99", "10", "20", "20.01"].map((typed) => amount(typed, 20, 10).valid)).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(amount("9.99", 20, 10).problem).toMatch(/£10\.00.*£20\.00/);
  });

  it("is neither valid nor a problem while nothing is typed", () => {
    expect(amount("  ")).toEqual({ amount: "", valid: false, problem: null });
  });
});
