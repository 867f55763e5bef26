import { NativeSelect, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import {
  type AdminPromo,
  addPromo,
  changePromo,
  type PromoForm,
  promosKey,
} from "@/api/admin-catalogue";
import { AmountInput } from "@/ui/amount-input";
import { DateField } from "@/ui/dates/date-field";
import { useForm } from "@/ui/form/use-form";
import { SideForm } from "@/ui/side-panel";
import { TwoColumns } from "@/ui/two-columns";
import { shortAmount } from "./columns";

const NEW = {
  promo_name: "",
  promo_description: "",
  promo_discount_type: "flat",
  promo_discount_value: "",
  max_promo_discount_value: "",
  min_order: "0",
  promo_validity: "",
  promo_usage_limit: "100",
};
type Draft = typeof NEW;

function draftOf(promo: AdminPromo | null): Draft {
  if (!promo) return NEW;
  return Object.fromEntries(
    Object.keys(NEW).map((name) => [name, shortAmount(String(promo[name as keyof Draft] ?? ""))]),
  ) as Draft;
}

interface PromoDrawerProps {
  /** The promo code to edit, or null for a new one. */
  promo: AdminPromo | null;
  onClose: () => void;
}

export function PromoDrawer({ promo, onClose }: PromoDrawerProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const form = useForm({
    values: draftOf(promo),
    send: (draft) => {
      const body = {
        ...draft,
        max_promo_discount_value: draft.max_promo_discount_value.trim() || null,
        min_order: draft.min_order.trim() || "0",
        promo_usage_limit: Number(draft.promo_usage_limit),
      } as PromoForm;
      return promo ? changePromo(promo.id, body) : addPromo(body);
    },
    notice: t(promo ? "promos.changed" : "promos.added"),
    onDone: () => {
      void client.invalidateQueries({ queryKey: promosKey });
      onClose();
    },
  });
  const text = (name: keyof Draft) => ({
    ...form.field(name),
    label: t(`promos.fields.${name}`),
  });
  const share = form.values.promo_discount_type === "percentage";

  return (
    <SideForm
      title={promo ? t("promos.edit_of", { name: promo.promo_name }) : t("promos.add")}
      onClose={onClose}
      form={form}
      saveLabel={promo ? t("app.save") : t("promos.add")}
    >
      <TextInput
        {...text("promo_name")}
        description={t("promos.name_hint")}
        maxLength={60}
        data-autofocus
      />
      <TextInput {...text("promo_description")} maxLength={200} />
      <TwoColumns>
        <NativeSelect
          {...text("promo_discount_type")}
          data={[
            { value: "flat", label: t("promos.flat") },
            { value: "percentage", label: t("promos.percentage") },
          ]}
        />
        <AmountInput {...text("promo_discount_value")} rightSection={share ? "%" : null} />
        <AmountInput {...text("max_promo_discount_value")} />
        <AmountInput {...text("min_order")} />
        <DateField {...text("promo_validity")} />
        <AmountInput {...text("promo_usage_limit")} inputMode="numeric" />
      </TwoColumns>
    </SideForm>
  );
}
