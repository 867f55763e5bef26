import { NativeSelect, Tabs, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import {
  type AdminCarType,
  addCarType,
  changeCarType,
  removeCarImage,
  sendCarImage,
} from "@/api/admin-catalogue";
import { AmountInput } from "@/ui/amount-input";
import { useForm } from "@/ui/form/use-form";
import { SideForm } from "@/ui/side-panel";
import { TwoColumns } from "@/ui/two-columns";
import { useCategory } from "@/ui/use-category";
import classes from "./car-types.module.css";
import { draftOf, FIGURES, formOf, newKey } from "./draft";
import { FarePanel } from "./fare-panel";
import { ImageField } from "./image-field";
import { SubTable } from "./sub-table";

export type Part = "figures" | "parcel_types" | "options" | "cancel_slabs";
const LISTS = ["parcel_types", "options", "cancel_slabs"] as const;
const ICONS = ["economy", "comfort", "exclusive", "pickup-truck", "mini-van", "truck"] as const;

interface CarTypeDrawerProps {
  /** The car type to edit, or null for a new one. */
  car: AdminCarType | null;
  part: Part;
  onClose: () => void;
}

/** The form of a car type, with a fare preview beside it. */
export function CarTypeDrawer({ car, part, onClose }: CarTypeDrawerProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const category = useCategory();
  const [tab, setTab] = useState<Part>(part);
  const [before] = useState(() => draftOf(car));
  const refresh = () => client.invalidateQueries({ queryKey: ["car-types"] });
  const form = useForm({
    values: { ...before, file: null as File | null, image: car?.image ?? null },
    send: async ({ file, image, ...draft }) => {
      const saved = car
        ? await changeCarType(car.id, formOf(draft))
        : await addCarType(formOf(draft));
      if (file) await sendCarImage(saved.id, file);
      else if (car?.image && !image) await removeCarImage(saved.id);
    },
    notice: t(car ? "cartypes.changed" : "cartypes.added"),
    onDone: () => {
      onClose();
      return refresh();
    },
    onRefused: (_error, errors) => {
      const [first] = Object.keys(errors);
      // Shows the tab with the first error.
      if (first) setTab(LISTS.find((name) => first.startsWith(`${name}.`)) ?? "figures");
      void refresh();
    },
  });
  const draft = form.values;
  const parcels = category === "delivery" || draft.app_category === "delivery";
  const input = (name: "name" | "extra_info" | "seats" | "luggage" | (typeof FIGURES)[number]) => ({
    ...form.field(name),
    label: t(`cartypes.${name}`),
  });
  const rowsOf = (name: (typeof LISTS)[number]) => ({
    label: t(`cartypes.${name}`),
    errorOf: (row: number, column: string) => form.errorOf(`${name}.${row}.${column}`),
    onRemove: (row: number) => form.removeListItem(name, row),
  });

  const extras = (name: "parcel_types" | "options") => (
    <SubTable
      {...rowsOf(name)}
      first={{ name: "description", label: t("cartypes.description") }}
      rows={draft[name].map(({ key, description, amount }) => ({
        key,
        first: description,
        amount,
      }))}
      onChange={(row, column, text) =>
        form.setFieldValue(`${name}.${row}.${column === "first" ? "description" : "amount"}`, text)
      }
      onAdd={() => form.insertListItem(name, { key: newKey(), description: "", amount: "0" })}
    />
  );

  return (
    <SideForm
      title={car ? t("cartypes.edit_of", { name: car.name }) : t("cartypes.add")}
      onClose={onClose}
      form={form}
      saveLabel={car ? t("app.save") : t("cartypes.add")}
      width={600}
    >
      <Tabs value={tab} onChange={(value) => setTab((value as Part | null) ?? "figures")}>
        <Tabs.List>
          <Tabs.Tab value="figures">{t("cartypes.figures")}</Tabs.Tab>
          {parcels ? (
            <>
              <Tabs.Tab value="parcel_types">{t("cartypes.parcel_types")}</Tabs.Tab>
              <Tabs.Tab value="options">{t("cartypes.options")}</Tabs.Tab>
            </>
          ) : null}
          <Tabs.Tab value="cancel_slabs">{t("cartypes.cancel_slabs")}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="figures" className={classes.panel ?? ""}>
          <ImageField
            icon={draft.icon}
            image={draft.image}
            file={draft.file}
            onFile={(file) => form.setFieldValue("file", file)}
            onRemove={() => form.setFieldValue("image", null)}
          />
          <TextInput {...input("name")} maxLength={60} data-autofocus />
          <TwoColumns>
            {FIGURES.map((name) => (
              <AmountInput key={name} {...input(name)} />
            ))}
            <NativeSelect
              label={t("cartypes.convenience_fee_type")}
              data={(["percentage", "flat"] as const).map((value) => ({
                value,
                label: t(`cartypes.${value}`),
              }))}
              {...form.field("convenience_fee_type")}
            />
          </TwoColumns>
          <TextInput {...input("extra_info")} maxLength={200} />
          {parcels && draft.app_category === "delivery" ? null : (
            <TwoColumns>
              {(["seats", "luggage"] as const).map((name) => (
                <AmountInput key={name} {...input(name)} placeholder={t("cartypes.no_limit")} />
              ))}
            </TwoColumns>
          )}
          <TwoColumns>
            <NativeSelect
              label={t("cartypes.category")}
              data={(["", "taxi", "delivery"] as const).map((value) => ({
                value,
                label: t(`cartypes.categories.${value || "both"}`),
              }))}
              {...form.field("app_category")}
            />
            <NativeSelect
              label={t("cartypes.icon")}
              data={ICONS.map((value) => ({ value, label: t(`cartypes.icons.${value}`) }))}
              {...form.field("icon")}
            />
          </TwoColumns>
        </Tabs.Panel>
        <Tabs.Panel value="parcel_types" className={classes.panel ?? ""}>
          {extras("parcel_types")}
        </Tabs.Panel>
        <Tabs.Panel value="options" className={classes.panel ?? ""}>
          {extras("options")}
        </Tabs.Panel>
        <Tabs.Panel value="cancel_slabs" className={classes.panel ?? ""}>
          <SubTable
            {...rowsOf("cancel_slabs")}
            lead={t("cartypes.slabs_lead")}
            first={{ name: "mins_delayed", label: t("cartypes.mins_delayed"), numeric: true }}
            rows={draft.cancel_slabs.map(({ key, mins_delayed, amount }) => ({
              key,
              first: mins_delayed,
              amount,
            }))}
            onChange={(row, column, text) =>
              form.setFieldValue(
                `cancel_slabs.${row}.${column === "first" ? "mins_delayed" : "amount"}`,
                text,
              )
            }
            onAdd={() =>
              form.insertListItem("cancel_slabs", { key: newKey(), mins_delayed: "", amount: "0" })
            }
          />
        </Tabs.Panel>
      </Tabs>
      <FarePanel draft={draft} parcels={parcels} />
    </SideForm>
  );
}
