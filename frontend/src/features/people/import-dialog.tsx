import { Button, Checkbox, FileButton, Textarea } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { applyImport, type ImportFile, peopleKey, previewImport } from "@/api/people";
import { newIdempotencyKey } from "@/api/request";
import { errorText } from "@/i18n/error-text";
import { GuardedModal } from "@/ui/guarded";
import { toast } from "@/ui/toast";
import { ImportColumns } from "./import-columns";
import { ImportTable } from "./import-table";
import classes from "./people.module.css";

interface ImportDialogProps {
  role: ImportFile["user_type"];
  onClose: () => void;
}

/** Imports people from a chosen or pasted file, with a preview of each row. */
export function ImportDialog({ role, onClose }: ImportDialogProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [text, setText] = useState("");
  const [mapping, setMapping] = useState<Record<string, string>>({});
  const [skip, setSkip] = useState(true);
  const [sendEmails, setSendEmails] = useState(true);
  const key = useRef(newIdempotencyKey());
  const file = { user_type: role, text, mapping };

  const look = useMutation({ mutationFn: previewImport });
  const apply = useMutation({
    mutationFn: () =>
      applyImport({ ...file, all_or_nothing: !skip, send_emails: sendEmails }, key.current),
    onSuccess: ({ added, total }) => {
      const left = total - added;
      const messages = [
        t("people.import_done", { count: added }),
        ...(left ? [t("people.import_left", { count: left })] : []),
      ];
      toast.success(messages.join(" · "));
      void client.invalidateQueries({ queryKey: peopleKey });
      onClose();
    },
  });

  const shown = look.data;
  const wrong = shown ? shown.total - shown.valid : 0;
  const error = look.error ?? apply.error;
  const map = (header: string, field: string) => {
    const next = { ...mapping, [header]: field };
    setMapping(next);
    look.mutate({ ...file, mapping: next });
  };
  const blocked = !shown || shown.missing.length > 0 || shown.valid === 0 || (wrong > 0 && !skip);

  return (
    <GuardedModal
      opened
      onClose={onClose}
      size="64rem"
      title={t(role === "driver" ? "people.import_drivers" : "people.import_riders")}
      closeButtonProps={{ "aria-label": t("app.close") }}
      classNames={{ title: classes.panelTitle ?? "" }}
    >
      <div className={classes.form}>
        {shown ? (
          <>
            <p className={classes.counts} role="status">
              <strong>{t("people.import_count", { count: shown.total })}</strong>
              {shown.missing.length > 0
                ? null
                : wrong > 0
                  ? t("people.import_wrong", { count: wrong })
                  : t("people.import_fine")}
            </p>
            <ImportColumns shown={shown} mapping={mapping} onMap={map} />
            <ImportTable shown={shown} />
            {wrong > 0 ? (
              <Checkbox
                label={t("people.import_skip")}
                checked={skip}
                onChange={(event) => setSkip(event.currentTarget.checked)}
              />
            ) : null}
            <Checkbox
              label={t("people.import_emails")}
              checked={sendEmails}
              onChange={(event) => setSendEmails(event.currentTarget.checked)}
            />
          </>
        ) : (
          <>
            <p className={classes.note}>{t("people.import_lead")}</p>
            <FileButton
              accept=".csv,text/csv,text/plain"
              onChange={(chosen) => void chosen?.text().then(setText)}
            >
              {(props) => (
                <Button
                  {...props}
                  variant="default"
                  leftSection={<IconUpload size={18} aria-hidden="true" />}
                >
                  {t("people.import_file")}
                </Button>
              )}
            </FileButton>
            <Textarea
              label={t("people.import_paste")}
              rows={8}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
              classNames={{ input: classes.mono ?? "" }}
              dir="ltr"
              spellCheck={false}
            />
          </>
        )}
        {error ? (
          <p className={classes.error} role="alert">
            {errorText(error, t)}
          </p>
        ) : null}
        <div className={classes.row}>
          {shown ? (
            <>
              <Button
                variant="default"
                onClick={() => {
                  look.reset();
                  apply.reset();
                  key.current = newIdempotencyKey();
                }}
              >
                {t("people.import_back")}
              </Button>
              <Button
                variant="lamp"
                disabled={blocked}
                loading={apply.isPending}
                onClick={() => apply.mutate()}
              >
                {t("people.import_apply", { count: shown.valid })}
              </Button>
            </>
          ) : (
            <Button
              variant="lamp"
              disabled={text.trim() === ""}
              loading={look.isPending}
              onClick={() => look.mutate(file)}
            >
              {t("people.import_look")}
            </Button>
          )}
        </div>
      </div>
    </GuardedModal>
  );
}
