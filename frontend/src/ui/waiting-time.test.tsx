import { act, render, screen } from "@testing-library/react";
import i18next from "i18next";
import { afterEach, beforeAll, expect, it } from "vitest";
import { setServerTime } from "@/api/clock";
import { loadRest, startI18n } from "@/i18n/setup";
import { reasonText } from "./cancel-labels";
import { WaitingTime } from "./waiting-time";

const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
afterEach(() => setServerTime(at(0)));

it("uses the server's clock if the device's clock is wrong", () => {
  // The device is an hour ahead.
  const waiting = { since: at(-62), free_until: at(-57), fee: "8.0000" };
  render(<WaitingTime waiting={waiting} over="The free time is over." />);
  expect(screen.getByText("The free time is over.")).toBeInTheDocument();
  act(() => setServerTime(at(-60)));
  expect(screen.queryByText("The free time is over.")).not.toBeInTheDocument();
  expect(screen.getByRole("timer")).toHaveTextContent("2:00");
});

it("ignores a latency of a second or two", () => {
  setServerTime(new Date(Date.now() - 1500).toISOString());
  render(<WaitingTime waiting={{ since: at(-2), free_until: at(3), fee: "8.0000" }} over="" />);
  expect(screen.getByRole("timer")).toHaveTextContent("2:00");
});

it("a no-show reason is translated, and another is shown as typed", () => {
  const german = ((key: string) => (key === "trip.no_show" ? "Nicht erschienen" : key)) as never;
  expect(reasonText("No-show", german)).toBe("Nicht erschienen");
  expect(reasonText("Changed my mind", german)).toBe("Changed my mind");
  expect(reasonText("No-show", i18next.t)).toBe("No-show");
});
