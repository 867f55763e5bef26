import { Button, FileInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { importTranslations, languagesKey } from "@/api/languages";
import { errorText } from "@/i18n/error-text";
import { useFormat } from "@/i18n/use-format";
import { GuardedModal } from "@/ui/guarded";
import { Message } from "@/ui/message";
import { toast } from "@/ui/toast";
import classes from "./languages.module.css";

const FIRST = 20;

interface ImportDialogProps {
  id: number;
  name: string;
  onClose: () => void;
}

/** Imports a translator's file. The changes are previewed first. */
export function ImportDialog({ id, name, onClose }: ImportDialogProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const client = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const send = async (chosen: File, dry_run: boolean) => {
    const type = chosen.name.toLowerCase().endsWith(".csv") ? "csv" : "json";
    return importTranslations(id, { type, content: await chosen.text(), dry_run });
  };
  const previewing = useMutation({ mutationFn: (chosen: File) => send(chosen, true) });
  const importing = useMutation({
    mutationFn: (chosen: File) => send(chosen, false),
    onSuccess: async () => {
      toast.success(t("languages.imported"));
      onClose();
      await client.invalidateQueries({ queryKey: languagesKey });
    },
  });
  const preview = previewing.data;
  const wrong = Object.entries(preview?.wrong ?? {});
  const count = Object.keys(preview?.changed ?? {}).length;
  const error = previewing.error ?? importing.error;

  return (
    <GuardedModal
      opened
      onClose={onClose}
      size="lg"
      title={t("languages.import_title", { name })}
      closeButtonProps={{ "aria-label": t("app.close") }}
    >
      <div className={classes.form}>
        <p className={classes.soft}>{t("languages.import_lead")}</p>
        <FileInput
          label={t("languages.import_file")}
          accept=".json,.csv,application/json,text/csv"
          value={file}
          onChange={(chosen) => {
            setFile(chosen);
            importing.reset();
            if (chosen) previewing.mutate(chosen);
            else previewing.reset();
          }}
        />
        {preview ? (
          <Message tone={count > 0 ? "go" : "way"}>
            <p>{t("languages.import_changed", { count })}</p>
            <p>{t("languages.import_same", { value: format.number(preview.same) })}</p>
          </Message>
        ) : null}
        {wrong.length > 0 ? (
          <Message tone="lamp">
            <p>{t("languages.import_wrong")}</p>
            {wrong.slice(0, FIRST).map(([key, sentence]) => (
              <p key={key}>
                <bdi dir="ltr">{key}</bdi>: {sentence}
              </p>
            ))}
            {wrong.length > FIRST ? <p>+{format.number(wrong.length - FIRST)}</p> : null}
          </Message>
        ) : null}
        {error ? (
          <Message tone="danger" urgent>
            {errorText(error, t)}
          </Message>
        ) : null}
        <div className={classes.actions}>
          <Button variant="default" onClick={onClose}>
            {t("app.cancel")}
          </Button>
          {file && count > 0 ? (
            <Button
              variant="lamp"
              loading={importing.isPending}
              onClick={() => importing.mutate(file)}
            >
              {t("languages.import_apply")}
            </Button>
          ) : null}
        </div>
      </div>
    </GuardedModal>
  );
}
