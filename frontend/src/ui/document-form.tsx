import { Button, FileButton, NativeSelect, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { DOCUMENT_KINDS, type DocumentKind } from "@/api/fleet";
import type { NewDocument } from "@/api/people";
import { IMAGE_TYPES, validateImage } from "@/api/upload";
import { DateField } from "@/ui/dates/date-field";
import { Form } from "@/ui/form/form";
import { FormFailure } from "@/ui/form/form-failure";
import { useForm } from "@/ui/form/use-form";
import { SidePanel } from "@/ui/side-panel";
import classes from "./document-form.module.css";

interface DocumentFormProps {
  title: string;
  /** The kind that is selected first. */
  kind: DocumentKind;
  send: (file: File, fields: NewDocument) => Promise<unknown>;
  onSaved: () => void;
  onClose: () => void;
}

/** Uploads a document of a driver or a vehicle. */
export function DocumentForm({ title, kind, send, onSaved, onClose }: DocumentFormProps) {
  const { t } = useTranslation();
  const form = useForm({
    values: { kind, number: "", expires_on: "", file: null } as NewDocument & {
      file: File | null;
    },
    send: async ({ file, ...fields }) => {
      if (file) await send(file, fields);
    },
    notice: t("people.document_saved"),
    onDone: () => {
      onSaved();
      onClose();
    },
  });
  const { file } = form.values;
  const refusal = file ? validateImage(file) : null;
  return (
    <SidePanel title={title} onClose={onClose}>
      <Form form={form} className={classes.form}>
        <NativeSelect
          label={t("people.document_kind")}
          data={DOCUMENT_KINDS.map((value) => ({ value, label: t(`people.kinds.${value}`) }))}
          {...form.field("kind")}
        />
        <TextInput label={t("people.document_number")} maxLength={60} {...form.field("number")} />
        <DateField label={t("people.document_expires")} {...form.field("expires_on")} />
        <div>
          <FileButton
            accept={IMAGE_TYPES.join(",")}
            onChange={(chosen) => form.setFieldValue("file", chosen)}
          >
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
        <FormFailure form={refusal ? { failure: refusal } : form} />
        <Button
          type="submit"
          variant="lamp"
          size="md"
          disabled={!file || refusal !== null}
          loading={form.isPending}
        >
          {t("people.add")}
        </Button>
      </Form>
    </SidePanel>
  );
}
