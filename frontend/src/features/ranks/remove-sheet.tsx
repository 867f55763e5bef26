import { Textarea } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { type RankPlace, ranksKey, removeFromQueue } from "@/api/ranks";
import { ConfirmSheet } from "@/ui/confirm-sheet";
import { Form } from "@/ui/form/form";
import { useForm } from "@/ui/form/use-form";

/** The server's limit. */
const MAX_REASON = 200;

interface RemoveSheetProps {
  place: RankPlace;
  onClose: () => void;
}

/** Removes a driver from the queue of a rank, with a reason. */
export function RemoveSheet({ place, onClose }: RemoveSheetProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const form = useForm({
    values: { reason: "" },
    send: ({ reason }) => removeFromQueue(place.id, reason.trim()),
    notice: t("fleet.rank_removed"),
    onDone: () => {
      void client.invalidateQueries({ queryKey: ranksKey });
      onClose();
    },
  });
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t("fleet.rank_remove_of", { name: place.driver.name || `#${place.driver.id}` })}
      confirmLabel={t("fleet.rank_remove")}
      tone="danger"
      onConfirm={form.submit}
      working={form.isPending}
      error={form.failure}
    >
      <Form form={form}>
        <Textarea
          {...form.field("reason")}
          label={t("fleet.rank_reason")}
          autosize
          minRows={2}
          maxLength={MAX_REASON}
          dir="auto"
          data-autofocus
        />
      </Form>
    </ConfirmSheet>
  );
}
