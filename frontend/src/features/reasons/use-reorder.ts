import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { moveReason, type Reason, reasonsKey } from "@/api/office-catalogue";
import { errorText } from "@/i18n/error-text";
import { toast } from "@/ui/toast";

const REORDERING = ["move-reason"];

interface Listed {
  results: Reason[];
}

/** Returns the reordered list: the reason at its new place, all places renumbered. */
export function reordered(reasons: readonly Reason[], id: number, to: number): Reason[] {
  const reason = reasons.find((one) => one.id === id);
  if (!reason) return [...reasons];
  const others = reasons.filter((one) => one.id !== id);
  others.splice(to, 0, reason);
  return others.map((one, value) => ({ ...one, value }));
}

/** Puts a reason elsewhere: at once on the page, and back where the server refuses. */
export function useReorder() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [announcement, setAnnouncement] = useState("");
  const move = useMutation({
    mutationKey: REORDERING,
    scope: { id: "reasons" },
    mutationFn: ({ reason, to }: { reason: Reason; to: number }) => moveReason(reason.id, to),
    onMutate: async ({ reason, to }) => {
      await client.cancelQueries({ queryKey: reasonsKey });
      const before = client.getQueryData<Listed>(reasonsKey);
      if (before) {
        const results = reordered(before.results, reason.id, to);
        client.setQueryData<Listed>(reasonsKey, { ...before, results });
        setAnnouncement(
          t("reasons.moved", { label: reason.label, place: to + 1, total: results.length }),
        );
      }
      return before;
    },
    onError: (error, _asked, before) => {
      if (before) client.setQueryData(reasonsKey, before);
      setAnnouncement("");
      toast.failure(errorText(error, t));
    },
    // What is read while another move waits would put that one back on the page.
    onSettled: () =>
      client.isMutating({ mutationKey: REORDERING }) > 1
        ? undefined
        : client.invalidateQueries({ queryKey: reasonsKey }),
  });
  return { move: (reason: Reason, to: number) => move.mutate({ reason, to }), announcement };
}
