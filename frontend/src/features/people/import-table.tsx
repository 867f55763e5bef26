import { useTranslation } from "react-i18next";
import type { ImportResult } from "@/api/types";
import { fieldLabel } from "./field-label";
import classes from "./people.module.css";

const MAX_ROWS = 100;

/** The rows to import, those with errors first, each error in its cell. */
export function ImportTable({ shown }: { shown: ImportResult }) {
  const { t } = useTranslation();
  const fields = shown.columns.flatMap(({ field }) => (field ? [field] : []));
  const wrong = shown.rows.filter((row) => Object.keys(row.errors).length > 0);
  const fine = shown.rows.filter((row) => Object.keys(row.errors).length === 0);
  const rows = [...wrong, ...fine].slice(0, MAX_ROWS);
  if (rows.length === 0) return null;
  return (
    <>
      {wrong.length > MAX_ROWS ? (
        <p className={classes.note}>{t("people.import_first", { count: MAX_ROWS })}</p>
      ) : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keys too. */}
      <section className={classes.preview} tabIndex={0} aria-label={t("people.import_look")}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t("people.import_line")}</th>
              {fields.map((field) => (
                <th key={field} scope="col">
                  {fieldLabel(field, t)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ line, values, errors }) => (
              <tr key={line}>
                <th scope="row">{line}</th>
                {fields.map((field) => (
                  <td key={field} data-wrong={errors[field] ? true : undefined}>
                    <bdi>{values[field]}</bdi>
                    {errors[field] ? <small>{errors[field]}</small> : null}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}
