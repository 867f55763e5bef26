import type { TFunction } from "i18next";

/** Returns the label of an import field by its column name. The server defines the fields. */
export const fieldLabel = (field: string, t: TFunction): string =>
  t(`people.col_${field}` as "people.col_email", { defaultValue: field });
