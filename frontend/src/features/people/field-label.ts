import type { TFunction } from "i18next";

/** A field of a file by the name of its column; the server knows which there are. */
export const fieldLabel = (field: string, t: TFunction): string =>
  t(`people.col_${field}` as "people.col_email", { defaultValue: field });
