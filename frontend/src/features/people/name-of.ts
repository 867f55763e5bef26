import type { TFunction } from "i18next";

/** What a person is called in sentences; some have no name yet. */
export const nameOf = ({ name }: { name: string }, t: TFunction): string =>
  name || t("people.nameless");
