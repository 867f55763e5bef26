import { NativeSelect } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { ImportResult } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { fieldLabel } from "./field-label";
import classes from "./people.module.css";

interface ImportColumnsProps {
  shown: ImportResult;
  mapping: Record<string, string>;
  onMap: (header: string, field: string) => void;
}

/** Maps the columns of the file to fields. */
export function ImportColumns({ shown, mapping, onMap }: ImportColumnsProps) {
  const { t } = useTranslation();
  const { list } = useFormat();
  const names = list(shown.missing.map((field) => fieldLabel(field, t)));
  return (
    <fieldset className={classes.group}>
      <legend>{t("people.import_columns")}</legend>
      {names ? (
        <p className={classes.error} role="alert">
          {t("people.import_missing", { names })}
        </p>
      ) : null}
      <div className={classes.columns}>
        {shown.columns.map(({ header, field }) => (
          <NativeSelect
            key={header}
            size="xs"
            label={<bdi>{header}</bdi>}
            value={mapping[header] ?? field}
            data={[
              { value: "", label: t("people.import_not_read") },
              ...shown.known_fields.map((name) => ({ value: name, label: fieldLabel(name, t) })),
            ]}
            onChange={(event) => onMap(header, event.currentTarget.value)}
          />
        ))}
      </div>
    </fieldset>
  );
}
