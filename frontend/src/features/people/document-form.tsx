import { Button, FileButton, NativeSelect, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { addDocument, type NewDocument, personKey } from "@/api/people";
import { IMAGE_TYPES, validateImage } from "@/api/upload";
import { errorText } from "@/i18n/error-text";
import { DateField } from "@/ui/dates/date-field";
import { hasInvalidDate } from "@/ui/dates/invalid-date";
import { SidePanel } from "@/ui/side-panel";
import { toast } from "@/ui/toast";
import classes from "./people.module.css";

const KINDS = [
  "license",
  "insurance",
  "vehicle",
  "permit",
  "medical",
  "background",
  "inspection",
  "other",
] as const;

/** Uploads a document for the driver. */
export function DocumentForm({ driver, onClose }: { driver: number; onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const [fields, setFields] = useState<NewDocument>({
    kind: "insurance",
    number: "",
    expires_on: "",
  });
  const refusal = file ? validateImage(file) : null;
  const work = useMutation({
    mutationFn: (chosen: File) => addDocument(driver, chosen, fields),
    onSuccess: () => {
      toast.success(t("people.document_saved"));
      void client.invalidateQueries({ queryKey: personKey(driver) });
      onClose();
    },
  });
  const error = refusal ?? work.error;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (file && !refusal && !hasInvalidDate(event.currentTarget)) work.mutate(file);
  };
  return (
    <SidePanel title={t("people.document_add")} onClose={onClose}>
      <form className={classes.form} onSubmit={submit}>
        <NativeSelect
          label={t("people.document_kind")}
          data={KINDS.map((value) => ({ value, label: t(`people.kinds.${value}`) }))}
          value={fields.kind}
          onChange={(event) => {
            const kind = KINDS.find((one) => one === event.currentTarget.value) ?? "other";
            setFields((before) => ({ ...before, kind }));
          }}
        />
        <TextInput
          label={t("people.document_number")}
          value={fields.number}
          maxLength={60}
          onChange={(event) => {
            const number = event.currentTarget.value;
            setFields((before) => ({ ...before, number }));
          }}
        />
        <DateField
          label={t("people.document_expires")}
          value={fields.expires_on}
          onChange={(day) => {
            setFields((before) => ({ ...before, expires_on: day }));
          }}
        />
        <div>
          <FileButton accept={IMAGE_TYPES.join(",")} onChange={setFile}>
            {(props) => (
              <Button {...props} variant="default">
                {t("people.document_choose")}
              </Button>
            )}
          </FileButton>
          <p className={classes.note}>
            {file ? <bdi>{file.name}</bdi> : t("people.document_hint")}
          </p>
        </div>
        {error ? (
          <p className={classes.error} role="alert">
            {errorText(error, t)}
          </p>
        ) : null}
        <Button
          type="submit"
          variant="lamp"
          size="md"
          disabled={!file || refusal !== null}
          loading={work.isPending}
        >
          {t("people.add")}
        </Button>
      </form>
    </SidePanel>
  );
}
