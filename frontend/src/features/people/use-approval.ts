import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { editPerson, peopleKey, personKey } from "@/api/people";
import { useViewer } from "@/api/session";
import type { Person } from "@/api/types";
import { toast } from "@/ui/toast";
import { approvalConfirmation, approvalDone } from "./approval-messages";

/** Approves or disapproves a user: with confirmation, optimistic, with rollback and undo. */
export function useApproval(person: Person) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { me } = useViewer();
  const [confirming, setConfirming] = useState(false);
  const key = personKey(person.id);
  const work = useMutation({
    mutationFn: ({ approved }: { approved: boolean; undo: boolean }) =>
      editPerson(person.id, { approved }),
    onMutate: ({ approved }) => {
      const before = client.getQueryData<Person>(key);
      client.setQueryData(key, { ...person, approved });
      return { before };
    },
    onSuccess: (saved, { approved, undo }) => {
      client.setQueryData(key, saved);
      void client.invalidateQueries({ queryKey: peopleKey });
      if (undo) return;
      toast.undoable(approvalDone(saved, t), t("list.undo"), () =>
        work.mutate({ approved: !approved, undo: true }),
      );
    },
    onError: (_error, _turn, context) => client.setQueryData(key, context?.before),
  });
  return {
    may: person.may_approve && person.id !== me?.id,
    confirmation: confirming ? approvalConfirmation(person, !person.approved, t) : null,
    open: () => setConfirming(true),
    close: () => setConfirming(false),
    toggle: () => {
      setConfirming(false);
      work.mutate({ approved: !person.approved, undo: false });
    },
    working: work.isPending,
    error: work.error,
  };
}
