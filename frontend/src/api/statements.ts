import { queryOptions } from "@tanstack/react-query";
import { get } from "./client";
import { download } from "./download";
import { meKey } from "./me";
import { personKey } from "./people";

/** A driver's id, for staff; undefined for the user's own statements. */
export type StatementOwner = number | undefined;

const pathOf = (driver: StatementOwner) =>
  driver === undefined ? "me/statements/" : `drivers/${driver}/statements/`;

const keyOf = (driver: StatementOwner) =>
  [...(driver === undefined ? meKey : personKey(driver)), "statements"] as const;

/** The weeks with statements, the current one first. */
export const statementWeeksQuery = (driver: StatementOwner) =>
  queryOptions({
    queryKey: keyOf(driver),
    queryFn: ({ signal }) =>
      driver === undefined
        ? get("me/statements/", { signal })
        : get("drivers/{id}/statements/", { path: { id: driver }, signal }),
    select: (page) => page.results,
  });

/** The statement of the week that begins on that Monday. */
export const statementQuery = (driver: StatementOwner, week: string) =>
  queryOptions({
    queryKey: [...keyOf(driver), week],
    queryFn: ({ signal }) =>
      driver === undefined
        ? get("me/statements/{week}/", { path: { week }, signal })
        : get("drivers/{id}/statements/{week}/", { path: { id: driver, week }, signal }),
  });

/** Downloads the statement as a PDF, in the page's language. */
export const statementPdf = (driver: StatementOwner, week: string) =>
  download(`${pathOf(driver)}${week}/`, `statement-${week}.pdf`, { params: { format: "pdf" } });
