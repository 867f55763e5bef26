import { NativeSelect, Tabs, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import {
  type AdminCarType,
  addCarType,
  changeCarType,
  removeCarImage,
  sendCarImage,
} from "@/api/office-catalogue";
import { AmountInput } from "@/ui/amount-input";
import { fieldError, SideForm } from "@/ui/side-panel";
import { toast } from "@/ui/toast";
import { TwoColumns } from "@/ui/two-columns";
import { useCategory } from "@/ui/use-category";
import classes from "./car-types.module.css";
import { type CarTypeDraft, draftOf, FIGURES, formOf, newKey } from "./draft";
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
  const [draft, setDraft] = useState<CarTypeDraft>(() => draftOf(car));
  const [tab, setTab] = useState<Part>(part);
  const [file, setFile] = useState<File | null>(null);
  const [image, setImage] = useState(car?.image ?? null);
  const parcels = category === "delivery" || draft.app_category === "delivery";
  const change = (changes: Partial<CarTypeDraft>) =>
    setDraft((before) => ({ ...before, ...changes }));

  const save = useMutation({
    mutationFn: async () => {
      const saved = car
        ? await changeCarType(car.id, formOf(draft))
        : await addCarType(formOf(draft));
      if (file) await sendCarImage(saved.id, file);
      else if (car?.image && !image) await removeCarImage(saved.id);
    },
    onSuccess: () => {
      toast.success(t(car ? "cartypes.changed" : "cartypes.added"));
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: ["car-types"] }),
  });
  const input = (name: "name" | "extra_info" | (typeof FIGURES)[number]) => ({
    label: t(`cartypes.${name}`),
    value: draft[name],
    error: fieldError(save.error, name),
    onChange: (event: { currentTarget: { value: string } }) =>
      change({ [name]: event.currentTarget.value }),
  });
  const start = draftOf(car);
  const changed =
    file !== null ||
    image !== (car?.image ?? null) ||
    LISTS.some((name) => draft[name].length !== start[name].length);
  const errorOf = (table: string) => (row: number, column: string) =>
    fieldError(save.error, `${table}.${row}.${column}`);

  const extras = (name: "parcel_types" | "options") => (
    <SubTable
      label={t(`cartypes.${name}`)}
      first={{ name: "description", label: t("cartypes.description") }}
      rows={draft[name].map(({ key, description, amount }) => ({
        key,
        first: description,
        amount,
      }))}
      errorOf={errorOf(name)}
      onChange={(key, { first, amount }) =>
        change({
          [name]: draft[name].map((row) =>
            row.key === key
              ? { ...row, description: first ?? row.description, amount: amount ?? row.amount }
              : row,
          ),
        })
      }
      onAdd={() =>
        change({ [name]: [...draft[name], { key: newKey(), description: "", amount: "0" }] })
      }
      onRemove={(key) => change({ [name]: draft[name].filter((row) => row.key !== key) })}
    />
  );

  return (
    <SideForm
      title={car ? t("cartypes.edit_of", { name: car.name }) : t("cartypes.add")}
      onClose={onClose}
      onSubmit={() => save.mutate()}
      saveLabel={car ? t("app.save") : t("cartypes.add")}
      saving={save.isPending}
      error={save.error}
      width={600}
      changed={changed}
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
            image={image}
            file={file}
            onFile={setFile}
            onRemove={() => setImage(null)}
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
              value={draft.convenience_fee_type}
              onChange={({ currentTarget: { value } }) =>
                change({ convenience_fee_type: value === "flat" ? "flat" : "percentage" })
              }
            />
          </TwoColumns>
          <TextInput {...input("extra_info")} maxLength={200} />
          <TwoColumns>
            <NativeSelect
              label={t("cartypes.category")}
              data={(["", "taxi", "delivery"] as const).map((value) => ({
                value,
                label: t(`cartypes.categories.${value || "both"}`),
              }))}
              value={draft.app_category}
              onChange={({ currentTarget: { value } }) =>
                change({ app_category: value === "taxi" || value === "delivery" ? value : "" })
              }
            />
            <NativeSelect
              label={t("cartypes.icon")}
              data={ICONS.map((value) => ({ value, label: t(`cartypes.icons.${value}`) }))}
              value={draft.icon}
              onChange={(event) => change({ icon: event.currentTarget.value })}
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
            label={t("cartypes.cancel_slabs")}
            lead={t("cartypes.slabs_lead")}
            first={{ name: "mins_delayed", label: t("cartypes.mins_delayed"), numeric: true }}
            rows={draft.cancel_slabs.map(({ key, mins_delayed, amount }) => ({
              key,
              first: mins_delayed,
              amount,
            }))}
            errorOf={errorOf("cancel_slabs")}
            onChange={(key, { first, amount }) =>
              change({
                cancel_slabs: draft.cancel_slabs.map((row) =>
                  row.key === key
                    ? {
                        ...row,
                        mins_delayed: first ?? row.mins_delayed,
                        amount: amount ?? row.amount,
                      }
                    : row,
                ),
              })
            }
            onAdd={() =>
              change({
                cancel_slabs: [
                  ...draft.cancel_slabs,
                  { key: newKey(), mins_delayed: "", amount: "0" },
                ],
              })
            }
            onRemove={(key) =>
              change({ cancel_slabs: draft.cancel_slabs.filter((row) => row.key !== key) })
            }
          />
        </Tabs.Panel>
      </Tabs>
      <FarePanel draft={draft} parcels={parcels} />
    </SideForm>
  );
}
