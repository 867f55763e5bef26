import { NativeSelect, Textarea } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { messageDrivers } from "@/api/desk";
import { newIdempotencyKey } from "@/api/request";
import type { DeskDriver } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { ConfirmSheet } from "@/ui/confirm-sheet";
import { Form } from "@/ui/form/form";
import { useForm } from "@/ui/form/use-form";
import classes from "./desk.module.css";

/** The server's limits. */
const MAX_DRIVERS = 500;
const MAX_TEXT = 300;
const ALL = "all";

interface MessageSheetProps {
  /** The drivers of the list, as it is filtered. */
  drivers: readonly DeskDriver[];
  chosen: DeskDriver | undefined;
  onClose: () => void;
}

/** A message to the chosen driver, or to all drivers of the list. */
export function MessageSheet({ drivers, chosen, onClose }: MessageSheetProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const [key] = useState(newIdempotencyKey);
  const all = drivers.slice(0, MAX_DRIVERS).map(({ id }) => id);
  const form = useForm({
    values: { to: chosen ? String(chosen.id) : ALL, text: "" },
    send: ({ to, text }) => messageDrivers(to === ALL ? all : [Number(to)], text.trim(), key),
    notice: (sent) => t("desk.message_sent", { number: number(sent.drivers) }),
    onDone: onClose,
  });
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t("desk.message")}
      confirmLabel={t("desk.message_send")}
      onConfirm={form.submit}
      working={form.isPending}
      error={form.failure}
    >
      <Form form={form} className={classes.form}>
        <NativeSelect
          {...form.field("to")}
          label={t("desk.message_to")}
          data={[
            ...(chosen ? [{ value: String(chosen.id), label: chosen.name }] : []),
            { value: ALL, label: t("desk.message_all", { number: number(all.length) }) },
          ]}
        />
        <Textarea
          {...form.field("text")}
          label={t("desk.message_text")}
          autosize
          minRows={3}
          maxLength={MAX_TEXT}
          dir="auto"
          data-autofocus
        />
      </Form>
    </ConfirmSheet>
  );
}
