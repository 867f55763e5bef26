import { Button, FileButton, FileInput } from "@mantine/core";
import { IconCamera } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { RequiredDocument } from "@/api/types";
import { IMAGE_TYPES } from "@/api/upload";
import { errorText } from "@/i18n/error-text";
import { DateField } from "@/ui/dates/date-field";
import { Form } from "@/ui/form/form";
import { FormFailure } from "@/ui/form/form-failure";
import classes from "./documents.module.css";
import { UploadBar } from "./upload-bar";
import { useDay } from "./use-day";
import { useSubmitDocument } from "./use-submit-document";

const ACCEPT = IMAGE_TYPES.join(",");
const isCancelled = (error: unknown) =>
  error instanceof DOMException && error.name === "AbortError";

interface DocumentFormProps {
  id: string;
  required: RequiredDocument;
  /** The form's accessible name. */
  label: string;
  onClose: () => void;
}

/** A photo of the document, taken or chosen, and its expiry date. */
export function DocumentForm({ id, required, label, onClose }: DocumentFormProps) {
  const { t } = useTranslation();
  const { today } = useDay();
  const { form, share, stop } = useSubmitDocument({ required, today, onDone: onClose });
  const atPhoto = form.errorOf("image");
  const photo = form.field("image");

  return (
    <Form form={form} id={id} className={classes.form} aria-label={label}>
      <FileInput
        {...photo}
        label={t("profile.documents.photo")}
        placeholder={t("profile.documents.photo_choose")}
        description={t("profile.documents.photo_hint")}
        inputWrapperOrder={["label", "input", "description", "error"]}
        accept={ACCEPT}
        clearable
        clearButtonProps={{ "aria-label": t("profile.documents.photo_remove") }}
        disabled={form.isPending}
        error={atPhoto === true ? errorText(form.refusal.error, t) : atPhoto}
      />
      <div className={classes.camera}>
        <FileButton
          accept={ACCEPT}
          capture="environment"
          onChange={(taken) => taken && form.setFieldValue("image", taken)}
        >
          {(props) => (
            <Button
              {...props}
              variant="default"
              size="md"
              disabled={form.isPending}
              leftSection={<IconCamera size={18} aria-hidden="true" />}
            >
              {t("profile.documents.take")}
            </Button>
          )}
        </FileButton>
      </div>
      <DateField
        {...form.field("expires_on")}
        label={t("profile.documents.expires")}
        description={t("profile.documents.expires_hint")}
        inputWrapperOrder={["label", "input", "description", "error"]}
        disabled={form.isPending}
      />
      {form.isPending ? <UploadBar share={share} /> : null}
      {atPhoto || isCancelled(form.failure) ? null : <FormFailure form={form} />}
      <div className={classes.actions}>
        <Button type="submit" variant="lamp" size="md" loading={form.isPending}>
          {t("profile.documents.send")}
        </Button>
        <Button variant="default" size="md" onClick={form.isPending ? stop : onClose}>
          {t("app.cancel")}
        </Button>
      </div>
    </Form>
  );
}
