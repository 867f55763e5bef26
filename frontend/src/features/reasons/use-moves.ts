import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { moveReason, type Reason, reasonsKey } from "@/api/office-catalogue";
import { errorText } from "@/i18n/error-text";
import { toast } from "@/ui/toast";

const MOVING = ["move-reason"];

interface Listed {
  results: Reason[];
}

/** The list as it will be: the reason at its new place, all places counted anew. */
export function moved(reasons: readonly Reason[], id: number, to: number): Reason[] {
  const reason = reasons.find((one) => one.id === id);
  if (!reason) return [...reasons];
  const others = reasons.filter((one) => one.id !== id);
  others.splice(to, 0, reason);
  return others.map((one, value) => ({ ...one, value }));
}

/** Puts a reason elsewhere: at once on the page, and back where the server refuses. */
export function useMoves() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [said, setSaid] = useState("");
  const move = useMutation({
    mutationKey: MOVING,
    scope: { id: "reasons" },
    mutationFn: ({ reason, to }: { reason: Reason; to: number }) => moveReason(reason.id, to),
    onMutate: async ({ reason, to }) => {
      await client.cancelQueries({ queryKey: reasonsKey });
      const before = client.getQueryData<Listed>(reasonsKey);
      if (before) {
        const results = moved(before.results, reason.id, to);
        client.setQueryData<Listed>(reasonsKey, { ...before, results });
        setSaid(t("reasons.moved", { label: reason.label, place: to + 1, total: results.length }));
      }
      return before;
    },
    onError: (error, _asked, before) => {
      if (before) client.setQueryData(reasonsKey, before);
      setSaid("");
      toast.failure(errorText(error, t));
    },
    // What is read while another move waits would put that one back on the page.
    onSettled: () =>
      client.isMutating({ mutationKey: MOVING }) > 1
        ? undefined
        : client.invalidateQueries({ queryKey: reasonsKey }),
  });
  return { move: (reason: Reason, to: number) => move.mutate({ reason, to }), said };
}
