import { ActionIcon, Button, Checkbox, NativeSelect, TextInput } from "@mantine/core";
import type { GetInputPropsReturnType } from "@mantine/form";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { RulePart } from "@/api/tariffs";
import { AmountInput } from "@/ui/amount-input";
import { type Field, filled, UNITS } from "./fields";
import { QuantityInput } from "./quantity-input";
import classes from "./tariffs.module.css";

/** What the fields need of the form. */
export interface RuleFormState {
  field: (
    path: string,
    options?: { type: "checkbox" },
  ) => GetInputPropsReturnType & Required<Pick<GetInputPropsReturnType, "value">>;
  insertListItem: (path: string, item: unknown) => void;
  removeListItem: (path: string, index: number) => void;
}

interface ActionFieldsProps {
  form: RuleFormState;
  /** The path of the part in the form: `then`. */
  path: string;
  fields: readonly Field[];
  values: RulePart;
  /** The whole action, if the values are those of a part of it. */
  action?: RulePart;
}

/** The fields of a rule's action, and of its rows. */
export function ActionFields(props: ActionFieldsProps) {
  const { form, path, fields, values, action = values } = props;
  return fields.map((field) =>
    field.shown?.(values, action) === false ? null : (
      <OneField
        key={field.name}
        form={form}
        path={`${path}.${field.name}`}
        field={field}
        value={values[field.name]}
        action={action}
      />
    ),
  );
}

interface OneFieldProps {
  form: RuleFormState;
  path: string;
  field: Field;
  value: RulePart[string] | undefined;
  action: RulePart;
}

function OneField({ form, path, field, value, action }: OneFieldProps) {
  const { t } = useTranslation();
  const label = t(`tariffs.f_${field.name}` as "tariffs.f_amount");
  switch (field.type) {
    case "toggle":
      return <Checkbox {...form.field(path, { type: "checkbox" })} label={label} />;
    case "choice":
      return (
        <NativeSelect
          {...form.field(path)}
          label={label}
          data={field.options.map((option) => ({
            value: option,
            label: t(`tariffs.${field.name}_${option}` as "tariffs.at_stop"),
          }))}
        />
      );
    case "group":
      return (
        <fieldset className={classes.group}>
          <legend>{label}</legend>
          <ActionFields
            form={form}
            path={path}
            fields={field.fields}
            values={value as RulePart}
            action={action}
          />
        </fieldset>
      );
    case "rows":
      return (
        <Rows form={form} path={path} field={field} rows={value as RulePart[]} action={action} />
      );
    case "distance":
    case "time":
    case "speed": {
      const { value: text, onChange, error } = form.field(path);
      return (
        <QuantityInput
          label={label}
          value={text}
          units={UNITS[field.type]}
          unitLabel={t("tariffs.unit_of", { name: label })}
          onChange={onChange}
          error={error}
        />
      );
    }
    case "key":
      return (
        <TextInput
          {...form.field(path)}
          label={label}
          description={t("tariffs.key_hint")}
          dir="ltr"
          autoComplete="off"
          maxLength={40}
        />
      );
    default:
      return (
        <AmountInput
          {...form.field(path)}
          label={label}
          inputMode={field.type === "count" ? "numeric" : "decimal"}
        />
      );
  }
}

interface RowsProps {
  form: RuleFormState;
  path: string;
  field: Extract<Field, { type: "rows" }>;
  rows: readonly RulePart[];
  action: RulePart;
}

function Rows({ form, path, field, rows, action }: RowsProps) {
  const { t } = useTranslation();
  const label = t(`tariffs.f_${field.name}` as "tariffs.f_amount");
  return (
    <fieldset className={classes.group}>
      <legend>{label}</legend>
      {rows.map((row, index) => (
        // Rows have no identity but their place.
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <fieldset key={index} className={classes.row} aria-label={`${label} ${index + 1}`}>
          <div className={classes.rowFields}>
            <ActionFields
              form={form}
              path={`${path}.${index}`}
              fields={field.fields}
              values={row}
              action={action}
            />
          </div>
          {rows.length > 1 ? (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t("tariffs.row_remove", { number: index + 1 })}
              onClick={() => form.removeListItem(path, index)}
            >
              <IconTrash size={18} aria-hidden="true" />
            </ActionIcon>
          ) : null}
        </fieldset>
      ))}
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconPlus size={16} aria-hidden="true" />}
        onClick={() => form.insertListItem(path, filled(field.fields))}
      >
        {t("tariffs.row_add")}
      </Button>
    </fieldset>
  );
}
