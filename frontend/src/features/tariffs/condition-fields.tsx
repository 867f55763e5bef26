import {
  ActionIcon,
  Button,
  Checkbox,
  MultiSelect,
  NativeSelect,
  TagsInput,
  TextInput,
} from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { AmountInput } from "@/ui/amount-input";
import type { RuleFormState } from "./action-fields";
import { type Conditions, DRIVER_PLACES, FARES, SOURCES } from "./conditions";
import classes from "./tariffs.module.css";

interface ConditionFieldsProps {
  form: RuleFormState;
  values: Conditions;
  carTypes: readonly string[];
  zones: readonly string[];
  /** The needs that other rules name. */
  needs: readonly string[];
  /** Whether the action may depend on whether the fare is metered. */
  withFare: boolean;
  /** Whether the action may depend on where the driver is. */
  withDriver: boolean;
}

/** The conditions of a rule; without any, it always applies. */
export function ConditionFields(props: ConditionFieldsProps) {
  const { form, values, carTypes, zones, needs, withFare, withDriver } = props;
  const { t } = useTranslation();
  const label = (name: keyof Conditions) => t(`tariffs.w_${name}`);
  // Also names that no longer exist, so that they can be removed.
  const several = (
    name: "car_types" | "pickup_zones" | "drop_zones" | "zones",
    known: readonly string[],
  ) => (
    <MultiSelect
      {...form.field(`when.${name}`)}
      label={label(name)}
      data={[...new Set([...known, ...values[name]])]}
      placeholder={values[name].length === 0 ? t("tariffs.any") : ""}
      size="md"
      searchable
      clearable
    />
  );
  const pairs = zones.map((value) => ({ value, label: value }));
  return (
    <>
      {several("car_types", carTypes)}
      <TextInput
        {...form.field("when.hours")}
        label={label("hours")}
        description={
          <>
            {t("tariffs.hours_hint")} <bdi dir="ltr">Mo-Fr 16:00-20:00; PH off</bdi>
          </>
        }
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
      />
      {zones.length > 0 ? (
        <>
          {several("pickup_zones", zones)}
          {several("drop_zones", zones)}
          {several("zones", zones)}
          <fieldset className={classes.group}>
            <legend>{label("zone_pairs")}</legend>
            {values.zone_pairs.map((_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place.
              <div key={index} className={classes.row}>
                <div className={classes.rowFields}>
                  <NativeSelect
                    {...form.field(`when.zone_pairs.${index}.pickup`)}
                    label={t("booking.pickup")}
                    data={pairs}
                  />
                  <NativeSelect
                    {...form.field(`when.zone_pairs.${index}.drop`)}
                    label={t("booking.drop")}
                    data={pairs}
                  />
                  <Checkbox
                    {...form.field(`when.zone_pairs.${index}.both_ways`, { type: "checkbox" })}
                    label={t("tariffs.both_ways")}
                  />
                </div>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={t("tariffs.row_remove", { number: index + 1 })}
                  onClick={() => form.removeListItem("when.zone_pairs", index)}
                >
                  <IconTrash size={18} aria-hidden="true" />
                </ActionIcon>
              </div>
            ))}
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<IconPlus size={16} aria-hidden="true" />}
              onClick={() =>
                form.insertListItem("when.zone_pairs", {
                  pickup: zones[0] ?? "",
                  drop: zones[1] ?? zones[0] ?? "",
                  both_ways: false,
                })
              }
            >
              {t("tariffs.row_add")}
            </Button>
          </fieldset>
        </>
      ) : null}
      <MultiSelect
        {...form.field("when.sources")}
        label={label("sources")}
        data={SOURCES.map((value) => ({ value, label: t(`tariffs.source_${value}`) }))}
        placeholder={values.sources.length === 0 ? t("tariffs.any") : ""}
        size="md"
        clearable
      />
      <NativeSelect
        {...form.field("when.booked_for_later")}
        label={label("booked_for_later")}
        data={[
          { value: "", label: t("tariffs.any") },
          { value: "true", label: t("tariffs.only_later") },
          { value: "false", label: t("tariffs.only_now") },
        ]}
      />
      <div className={classes.pair}>
        {(["passengers_from", "passengers_to"] as const).map((name) => (
          <AmountInput
            key={name}
            {...form.field(`when.${name}`)}
            label={label(name)}
            inputMode="numeric"
          />
        ))}
      </div>
      {(["needs", "without_needs"] as const).map((name) => (
        <TagsInput
          key={name}
          {...form.field(`when.${name}`)}
          label={label(name)}
          description={t("tariffs.needs_hint")}
          data={[...needs]}
          size="md"
        />
      ))}
      {withFare ? (
        <NativeSelect
          {...form.field("when.fare")}
          label={label("fare")}
          data={[
            { value: "", label: t("tariffs.any") },
            ...FARES.map((value) => ({ value, label: t(`tariffs.fare_${value}`) })),
          ]}
        />
      ) : null}
      {withDriver ? (
        <NativeSelect
          {...form.field("when.driver")}
          label={label("driver")}
          data={[
            { value: "", label: t("tariffs.any") },
            ...DRIVER_PLACES.map((value) => ({ value, label: t(`tariffs.driver_${value}`) })),
          ]}
        />
      ) : null}
    </>
  );
}
