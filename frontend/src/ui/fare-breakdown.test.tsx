import { screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import type { FareLine } from "@/api/types";
import { loadRest, startI18n } from "@/i18n/setup";
import { mockApi, show } from "@/testing/mock-auth";
import { FareBreakdown } from "./fare-breakdown";

const line = (explanation: string, amount: string): FareLine => ({
  key: "distance",
  quantity: "4.2",
  unit: "km",
  rate: "2.80",
  amount,
  explanation,
});

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
afterEach(() => vi.unstubAllGlobals());

it("shows every line of a tariff with its explanation, also of the same kind", async () => {
  mockApi();
  const lines = [
    line("Night: 4.2 km at 2.80 per km", "11.76"),
    line("Day: 4.2 km at 2.00 per km", "8.40"),
  ];
  show(<FareBreakdown lines={lines} total="20.16" />);
  const terms = await screen.findAllByRole("term");
  expect(terms.map((term) => term.textContent)).toEqual([
    "Night: 4.2 km at 2.80 per km",
    "Day: 4.2 km at 2.00 per km",
    "Total",
  ]);
});

it("names and calculates a line of a car type's numbers", async () => {
  mockApi();
  show(<FareBreakdown lines={[line("", "11.76")]} total="11.76" />);
  expect((await screen.findAllByRole("term"))[0]).toHaveTextContent(
    /^Distance4\.2 km at .*2\.80 per km$/,
  );
});
