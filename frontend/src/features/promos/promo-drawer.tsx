import { NativeSelect, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import {
  type AdminPromo,
  addPromo,
  changePromo,
  type PromoForm,
  promosKey,
} from "@/api/office-catalogue";
import { AmountInput } from "@/ui/amount-input";
import { DateField } from "@/ui/dates/date-field";
import { fieldError, SideForm } from "@/ui/side-panel";
import { toast } from "@/ui/toast";
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
  const [draft, setDraft] = useState(() => draftOf(promo));
  const save = useMutation({
    mutationFn: () => {
      const body = {
        ...draft,
        max_promo_discount_value: draft.max_promo_discount_value.trim() || null,
        min_order: draft.min_order.trim() || "0",
        promo_usage_limit: Number(draft.promo_usage_limit),
      } as PromoForm;
      return promo ? changePromo(promo.id, body) : addPromo(body);
    },
    onSuccess: () => {
      toast.success(t(promo ? "promos.changed" : "promos.added"));
      void client.invalidateQueries({ queryKey: promosKey });
      onClose();
    },
  });
  const text = (name: keyof Draft) => ({
    label: t(`promos.fields.${name}`),
    value: draft[name],
    error: fieldError(save.error, name),
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      setDraft((before) => ({ ...before, [name]: value }));
    },
  });
  const share = draft.promo_discount_type === "percentage";

  return (
    <SideForm
      title={promo ? t("promos.edit_of", { name: promo.promo_name }) : t("promos.add")}
      onClose={onClose}
      onSubmit={() => save.mutate()}
      saveLabel={promo ? t("app.save") : t("promos.add")}
      saving={save.isPending}
      error={save.error}
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
        <DateField
          {...text("promo_validity")}
          onChange={(day) => setDraft((before) => ({ ...before, promo_validity: day }))}
        />
        <AmountInput {...text("promo_usage_limit")} inputMode="numeric" />
      </TwoColumns>
    </SideForm>
  );
}
