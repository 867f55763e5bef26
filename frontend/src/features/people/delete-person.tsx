import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { deletePerson, peopleKey } from "@/api/people";
import type { PersonRow } from "@/api/types";
import { ConfirmSheet } from "@/ui/confirm-sheet";
import { toast } from "@/ui/toast";
import { nameOf } from "./name-of";
import classes from "./people.module.css";

interface DeletePersonProps {
  person: PersonRow;
  onClose: () => void;
  onDeleted?: () => void;
}

/** Confirms a deletion and lists what is deleted and what stays. */
export function DeletePerson({ person, onClose, onDeleted }: DeletePersonProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const name = nameOf(person, t);
  const work = useMutation({
    mutationFn: () => deletePerson(person.id),
    onSuccess: () => {
      toast.success(t("people.deleted", { name }));
      onClose();
      onDeleted?.();
      void client.invalidateQueries({ queryKey: peopleKey });
    },
  });
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t("people.delete_title", { name })}
      confirmLabel={t("people.delete")}
      tone="danger"
      working={work.isPending}
      error={work.error}
      onConfirm={() => work.mutate()}
    >
      <p className={classes.explanation}>{t("people.delete_gone")}</p>
      <p className={classes.explanation}>{t("people.delete_kept")}</p>
      {person.user_type === "fleetadmin" ? (
        <p className={classes.explanation}>{t("people.delete_fleet")}</p>
      ) : null}
    </ConfirmSheet>
  );
}
