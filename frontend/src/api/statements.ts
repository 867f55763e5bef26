import { queryOptions } from "@tanstack/react-query";
import { download } from "./download";
import { meKey } from "./me";
import { personKey } from "./people";
import { request } from "./request";
import type { Results, Statement, StatementWeek } from "./types";

/** Whose: a driver's, by id, for staff; one's own without. */
export type StatementOwner = number | undefined;

const pathOf = (driver: StatementOwner) =>
  driver === undefined ? "me/statements/" : `drivers/${driver}/statements/`;

const keyOf = (driver: StatementOwner) =>
  [...(driver === undefined ? meKey : personKey(driver)), "statements"] as const;

/** The weeks that there are statements of, this one first. */
export const statementWeeksQuery = (driver: StatementOwner) =>
  queryOptions({
    queryKey: keyOf(driver),
    queryFn: ({ signal }) => request<Results<StatementWeek>>(pathOf(driver), { signal }),
    select: (page) => page.results,
  });

/** Of the week that begins on that Monday. */
export const statementQuery = (driver: StatementOwner, week: string) =>
  queryOptions({
    queryKey: [...keyOf(driver), week],
    queryFn: ({ signal }) => request<Statement>(`${pathOf(driver)}${week}/`, { signal }),
  });

/** The statement as a PDF, in the page's language. */
export const statementPdf = (driver: StatementOwner, week: string) =>
  download(`${pathOf(driver)}${week}/`, `statement-${week}.pdf`, { params: { format: "pdf" } });
