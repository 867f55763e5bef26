import type { TFunction } from "i18next";

/** Returns a person's name in sentences, with a fallback for people without a name. */
export const nameOf = ({ name }: { name: string }, t: TFunction): string =>
  name || t("people.nameless");
