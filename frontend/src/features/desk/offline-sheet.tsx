import { Textarea } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { takeOffline } from "@/api/desk";
import type { DeskDriver } from "@/api/types";
import { ConfirmSheet } from "@/ui/confirm-sheet";
import { Form } from "@/ui/form/form";
import { useForm } from "@/ui/form/use-form";
import classes from "./desk.module.css";

/** The server's limit. */
const MAX_REASON = 200;

interface OfflineSheetProps {
  driver: DeskDriver;
  onClose: () => void;
}

/** Takes a driver offline with a reason; the socket then moves them in the list. */
export function OfflineSheet({ driver, onClose }: OfflineSheetProps) {
  const { t } = useTranslation();
  const { name } = driver;
  const form = useForm({
    values: { reason: "" },
    send: ({ reason }) => takeOffline(driver.id, reason.trim()),
    notice: t("desk.offline_done", { name }),
    onDone: onClose,
  });
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t("desk.offline_of", { name })}
      confirmLabel={t("desk.offline")}
      tone="danger"
      onConfirm={form.submit}
      working={form.isPending}
      error={form.failure}
    >
      <Form form={form} className={classes.form}>
        <p className={classes.soft}>{t("desk.offline_lead")}</p>
        <Textarea
          {...form.field("reason")}
          label={t("desk.offline_reason")}
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
