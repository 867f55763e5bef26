import { screen } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { UserType } from "@/api/types";
import { loadRest, startI18n } from "@/i18n/setup";
import { ADA, callsTo, mockApi, show } from "@/testing/mock-people-api";
import { KINDS, type Kind } from "./kinds";
import { usePeopleFilters } from "./use-filters";

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

const FAY = { ...ADA, id: 9, user_type: "fleetadmin", name: "Fay Freshwater" };

function Filters({ kind }: { kind: Kind }) {
  const lines = usePeopleFilters(kind).map(
    (filter) =>
      `${filter.name}=${"options" in filter ? filter.options?.map(({ value, label }) => `${value}:${label}`).join() : ""}`,
  );
  return <p>{lines.join(" ")}</p>;
}

function showFilters(kind: Kind, as: UserType = "admin") {
  const calls = mockApi({ "GET fleet-admins/": () => ({ next: null, results: [FAY] }) });
  show(<Filters kind={kind} />, { as });
  return calls;
}

it("offers admins the car types and fleet admins of drivers", async () => {
  showFilters(KINDS.drivers);
  const shown = await screen.findByText(/car_type=1:Economy fleet_admin=9:Fay Freshwater /);
  expect(shown.textContent?.match(/\w+(?==)/g)).toEqual([
    "approved",
    "active",
    "car_type",
    "fleet_admin",
    "documents",
    "from",
    "to",
  ]);
});

it("offers fleet admins no fleets, and requests none", async () => {
  const calls = showFilters(KINDS.drivers, "fleetadmin");
  const shown = await screen.findByText(/car_type=1:Economy/);
  expect(shown.textContent).not.toContain("fleet_admin");
  expect(callsTo(calls, "GET fleet-admins/")).toEqual([]);
});

it.each([
  ["riders", ["approved", "from", "to"]],
  ["admins", ["approved"]],
] as const)("requests neither car types nor fleets for %s", async (list, names) => {
  const calls = showFilters(KINDS[list]);
  const shown = await screen.findByText(/^approved=/);
  expect(shown.textContent?.match(/\w+(?==)/g)).toEqual(names);
  expect([...callsTo(calls, "GET fleet-admins/"), ...callsTo(calls, "GET car-types/")]).toEqual([]);
});
