import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { personKey, resetTwoFactor } from "@/api/people";
import type { Person } from "@/api/types";
import { ConfirmSheet } from "@/ui/confirm-sheet";
import { toast } from "@/ui/toast";
import { nameOf } from "./name-of";
import classes from "./people.module.css";

interface ResetTwoFactorProps {
  person: Person;
  onClose: () => void;
}

/** Resets two-factor login for staff who have lost the app and the recovery codes. */
export function ResetTwoFactor({ person, onClose }: ResetTwoFactorProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const name = nameOf(person, t);
  const work = useMutation({
    mutationFn: () => resetTwoFactor(person.id),
    onSuccess: (fresh) => {
      client.setQueryData(personKey(person.id), fresh);
      toast.success(t("people.two_factor_reset_done", { name }));
      onClose();
    },
  });
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t("people.two_factor_reset_title", { name })}
      confirmLabel={t("people.two_factor_reset")}
      tone="danger"
      working={work.isPending}
      error={work.error}
      onConfirm={() => work.mutate()}
    >
      <p className={classes.explanation}>{t("people.two_factor_reset_body")}</p>
    </ConfirmSheet>
  );
}
