import { Button, Textarea } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/error";
import {
  languageQuery,
  languagesKey,
  type PlatformLanguage,
  replaceTranslations,
} from "@/api/languages";
import { errorText } from "@/i18n/error-text";
import { GuardedModal } from "@/ui/guarded";
import { Message } from "@/ui/message";
import { ErrorState, LoadingState } from "@/ui/states";
import { toast } from "@/ui/toast";
import classes from "./languages.module.css";

/** Document 2, section 9. */
const WIDTH = 850;

interface JsonDialogProps {
  language: PlatformLanguage;
  onClose: () => void;
}

/** All keys and texts of a language as JSON. */
export function JsonDialog({ language, onClose }: JsonDialogProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const query = useQuery(languageQuery(language.id));
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? JSON.stringify(query.data?.key_value_pairs ?? {}, null, 2);
  const saving = useMutation({
    mutationFn: async () => replaceTranslations(language.id, parsed(text)),
    onSuccess: async () => {
      toast.success(t("languages.json_kept"));
      onClose();
      await client.invalidateQueries({ queryKey: languagesKey });
    },
  });
  const faults = saving.error instanceof ApiError ? Object.entries(saving.error.fields) : [];

  return (
    <GuardedModal
      opened
      onClose={onClose}
      size={WIDTH}
      title={t("languages.json_title", { name: language.name })}
      closeButtonProps={{ "aria-label": t("app.close") }}
    >
      {query.isPending ? <LoadingState compact /> : null}
      {query.isError ? (
        <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {query.data ? (
        <div className={classes.form}>
          <Textarea
            aria-label={t("languages.json_label")}
            dir="ltr"
            rows={20}
            spellCheck={false}
            classNames={{ input: classes.code ?? "" }}
            value={text}
            onChange={(event) => {
              saving.reset();
              setTyped(event.currentTarget.value);
            }}
          />
          {saving.error ? (
            <Message tone="danger" urgent>
              <p>{errorText(saving.error, t)}</p>
              {faults.map(([key, sentence]) => (
                <p key={key}>
                  <bdi dir="ltr">{key}</bdi>: {sentence}
                </p>
              ))}
            </Message>
          ) : null}
          <div className={classes.actions}>
            <Button variant="default" onClick={onClose}>
              {t("app.cancel")}
            </Button>
            <Button variant="lamp" loading={saving.isPending} onClick={() => saving.mutate()}>
              {t("languages.json_save")}
            </Button>
          </div>
        </div>
      ) : null}
    </GuardedModal>
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError(400, "json_error", "JSON Error");
  }
}
