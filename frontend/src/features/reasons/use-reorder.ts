import { type InfiniteData, useMutation, useQueryClient } from "@tanstack/react-query";
import { type DragEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { moveReason, type Reason, reasonsKey } from "@/api/admin-catalogue";
import { errorText } from "@/i18n/error-text";
import type { ListPage, RowProps } from "@/ui/data-table/types";
import { toast } from "@/ui/toast";

const REORDERING = ["move-reason"];
const LIST = { queryKey: [...reasonsKey, "list"] };

type Pages = InfiniteData<ListPage<Reason>>;

/** Returns the reordered list with all positions renumbered. */
export function reordered(reasons: readonly Reason[], id: number, to: number): Reason[] {
  const reason = reasons.find((one) => one.id === id);
  if (!reason) return [...reasons];
  const others = reasons.filter((one) => one.id !== id);
  others.splice(to, 0, reason);
  return others.map((one, value) => ({ ...one, value }));
}

/** Moves a reason optimistically, and rolls back when the server rejects it. */
export function useReorder() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [moved, setMoved] = useState<{ id: number; announcement: string } | null>(null);
  const move = useMutation({
    mutationKey: REORDERING,
    scope: { id: "reasons" },
    mutationFn: ({ reason, to }: { reason: Reason; to: number }) => moveReason(reason.id, to),
    onMutate: async ({ reason, to }) => {
      await client.cancelQueries(LIST);
      const before = client.getQueriesData<Pages>(LIST);
      client.setQueriesData<Pages>(LIST, (data) =>
        data
          ? {
              ...data,
              pages: data.pages.map(({ results }) => ({
                results: reordered(results, reason.id, to),
              })),
            }
          : data,
      );
      const total = before[0]?.[1]?.pages.flatMap(({ results }) => results).length ?? 0;
      setMoved({
        id: reason.id,
        announcement: t("reasons.moved", { label: reason.label, place: to + 1, total }),
      });
      return before;
    },
    onError: (error, _move, before) => {
      for (const [key, data] of before ?? []) client.setQueryData(key, data);
      setMoved(null);
      toast.failure(errorText(error, t));
    },
    // A refetch while another move is pending would show the previous order.
    onSettled: () =>
      client.isMutating({ mutationKey: REORDERING }) > 1
        ? undefined
        : client.invalidateQueries({ queryKey: reasonsKey }),
  });
  return {
    move: (reason: Reason, to: number) => move.mutate({ reason, to }),
    /** The reason that was moved last, and its announcement. */
    moved,
  };
}

/** Drag and drop of rows. */
export function useRowDrag(move: (reason: Reason, to: number) => void) {
  const [dragged, setDragged] = useState<Reason | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const drop = (to: number) => {
    if (dragged && dragged.value !== to) move(dragged, to);
    setDragged(null);
    setOver(null);
  };
  return (reason: Reason): RowProps => ({
    draggable: true,
    "data-over": over === reason.value || undefined,
    "data-dragged": dragged?.id === reason.id || undefined,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.effectAllowed = "move";
      event.dataTransfer.setData("text/plain", reason.label);
      setDragged(reason);
    },
    onDragOver: (event: DragEvent) => {
      if (!dragged) return;
      event.preventDefault();
      setOver(reason.value);
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      drop(reason.value);
    },
    onDragEnd: () => {
      setDragged(null);
      setOver(null);
    },
  });
}
