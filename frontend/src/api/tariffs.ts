import { queryOptions } from "@tanstack/react-query";
import { get, patch, post, remove } from "./client";
import type { components } from "./schema";

type Schemas = components["schemas"];

export type TariffRow = Schemas["TariffRow"];
export type TariffState = TariffRow["state"];
export type TariffProblem = Schemas["TariffProblem"];

/** The values of a rule as the file format names them; docs/tariffs.md describes them. */
export type RulePart = { [name: string]: RuleValue };
type RuleValue = string | number | boolean | null | RuleValue[] | RulePart;

export interface Rule {
  name: string;
  when?: RulePart;
  then: RulePart & { kind: string };
}

export interface TariffDocument {
  format: string;
  format_version?: number;
  name: string;
  time_zone: string;
  notes?: string;
  zones?: Record<string, { rings?: number[][][] }>;
  rules: Rule[];
}

export type Tariff = Omit<Schemas["Tariff"], "document"> & { document: TariffDocument };

export const TARIFF_STATES = [
  "draft",
  "scheduled",
  "in_force",
  "superseded",
] as const satisfies readonly TariffState[];

export const tariffsKey = ["tariffs"] as const;
export const holidaysKey = ["public-holidays"] as const;

export const tariffQuery = (id: number) =>
  queryOptions({
    queryKey: [...tariffsKey, "one", id],
    queryFn: async ({ signal }) =>
      (await get("tariffs/{id}/", { path: { id }, signal })) as unknown as Tariff,
  });

/** The errors and probable mistakes of a document. */
export const tariffChecksQuery = (tariff: Tariff | undefined) =>
  queryOptions({
    queryKey: [...tariffsKey, "checks", tariff?.id, tariff?.revision],
    queryFn: ({ signal }) =>
      post("tariffs/check/", { body: { document: tariff?.document as never }, signal }),
    enabled: tariff !== undefined,
  });

export const tariffPeriodsQuery = () =>
  queryOptions({
    queryKey: [...tariffsKey, "periods"],
    queryFn: ({ signal }) => get("tariffs/periods/", { signal }),
    select: (page) => page.results,
  });

export const holidaysQuery = () =>
  queryOptions({
    queryKey: holidaysKey,
    queryFn: ({ signal }) => get("public-holidays/", { signal, params: { page_size: 200 } }),
    select: (page) => page.results,
  });

export type NewTariff = { document: TariffDocument } | { copy_of: number } | { of_car_types: true };

export const addTariff = async (body: NewTariff) =>
  (await post("tariffs/", { body: body as never })) as unknown as Tariff;

export const saveTariff = async ({ id, revision }: Tariff, document: TariffDocument) =>
  (await patch("tariffs/{id}/", {
    path: { id },
    body: { revision, document: document as never },
  })) as unknown as Tariff;

export const deleteTariff = (id: number) => remove("tariffs/{id}/", { path: { id } });

/** Publishes from a time in the platform's time zone on, or now. */
export const publishTariff = (
  { id, revision }: Pick<Tariff, "id" | "revision">,
  valid_from: string,
  accept_warnings: boolean,
) =>
  post("tariffs/{id}/publish/", {
    path: { id },
    body: { revision, accept_warnings, ...(valid_from ? { valid_from } : {}) },
  });

export const priceByCarTypes = (valid_from: string) =>
  post("tariffs/use-car-types/", { body: valid_from ? { valid_from } : {} });

export const withdrawPeriod = (id: number) => remove("tariffs/periods/{id}/", { path: { id } });

export const compareTariff = (body: Schemas["TariffCompareQueryRequest"]) =>
  post("tariffs/compare/", { body });

export const previewTariff = (id: number, body: Schemas["TariffPreviewQueryRequest"]) =>
  post("tariffs/{id}/preview/", { path: { id }, body });

/** What a test trip costs if it is cancelled. */
export const previewFees = (id: number, body: Schemas["TariffFeesQueryRequest"]) =>
  post("tariffs/{id}/fees/", { path: { id }, body });

export const addHoliday = (body: { day: string; name: string }) =>
  post("public-holidays/", { body });
export const deleteHoliday = (id: number) => remove("public-holidays/{id}/", { path: { id } });
