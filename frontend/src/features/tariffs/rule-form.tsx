import { NativeSelect, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { carTypesQuery } from "@/api/catalogue";
import type { Tariff, TariffDocument } from "@/api/tariffs";
import { useForm } from "@/ui/form/use-form";
import { SideForm } from "@/ui/side-panel";
import { ActionFields, type RuleFormState } from "./action-fields";
import { ConditionFields } from "./condition-fields";
import { conditionsOf } from "./conditions";
import { fieldsOf, filled, KINDS } from "./fields";
import { type Draft, draftOf, METERS, pathOf, ruleOf } from "./rule-draft";
import classes from "./tariffs.module.css";

interface RuleFormProps {
  tariff: Tariff;
  /** The number of the rule to edit; a new rule is the first one. */
  number: number | null;
  save: (document: TariffDocument) => Promise<unknown>;
  onClose: () => void;
}

/** Adds or edits a rule of a draft: its name, conditions and action. */
export function RuleForm({ tariff, number, save, onClose }: RuleFormProps) {
  const { t } = useTranslation();
  const { document } = tariff;
  const carTypes = useQuery(carTypesQuery());
  const form = useForm<Draft>({
    values: draftOf(number === null ? undefined : document.rules[number]),
    pathOf,
    send: (draft) => {
      const rules = [...document.rules];
      // A new rule goes before those that it is an exception of.
      rules.splice(number ?? 0, number === null ? 0 : 1, ruleOf(draft));
      return save({ ...document, rules });
    },
    onDone: onClose,
  });
  const { then, when } = form.values;
  const state = form as unknown as RuleFormState;
  const needs = new Set(
    document.rules.flatMap((rule) => {
      const given = conditionsOf(rule.when);
      return [...given.needs, ...given.without_needs];
    }),
  );

  return (
    <SideForm
      title={t(number === null ? "tariffs.rule_add" : "tariffs.rule_edit")}
      onClose={onClose}
      form={form}
      saveLabel={t("app.save")}
      width={560}
    >
      <TextInput
        {...form.field("name")}
        label={t("tariffs.rule_name")}
        description={t("tariffs.rule_name_hint")}
        maxLength={80}
        autoComplete="off"
        data-autofocus
      />
      <NativeSelect
        label={t("tariffs.kind")}
        value={then.kind}
        data={KINDS.map((value) => ({ value, label: t(`tariffs.kind_${value}`) }))}
        onChange={(event) => {
          const kind = event.currentTarget.value;
          form.setFieldValue("then", { kind, ...filled(fieldsOf(kind)) });
        }}
      />
      <ActionFields form={state} path="then" fields={fieldsOf(then.kind)} values={then} />
      <fieldset className={classes.group}>
        <legend>{t("tariffs.when")}</legend>
        <ConditionFields
          form={state}
          values={when}
          carTypes={(carTypes.data ?? []).map(({ name }) => name)}
          zones={Object.keys(document.zones ?? {})}
          needs={[...needs]}
          withFare={!METERS.has(then.kind)}
          withDriver={then.kind === "cancellation"}
        />
      </fieldset>
    </SideForm>
  );
}
