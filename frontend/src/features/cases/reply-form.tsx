import { Button, NativeSelect, Textarea } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { type Case, type CaseAudience, MAX_CASE_TEXT, replyInCase } from "@/api/cases";
import { PhotoField } from "@/ui/cases/photo-field";
import { usePhotosPending } from "@/ui/cases/use-case-photos";
import { Form } from "@/ui/form/form";
import { FormFailure } from "@/ui/form/form-failure";
import { useForm } from "@/ui/form/use-form";
import { useRequestKey } from "@/ui/form/use-request-key";
import classes from "./cases-page.module.css";

/** A message to the person, to the other person of the trip, or for staff only. */
export function ReplyForm({ one, onSent }: { one: Case; onSent: () => unknown }) {
  const { t } = useTranslation();
  const { keyOf, settle } = useRequestKey();
  const uploading = usePhotosPending();
  const form = useForm({
    values: { audience: "person" as CaseAudience, text: "", photos: [] as number[] },
    send: (values) => replyInCase(one.id, { ...values, text: values.text.trim() }, keyOf(values)),
    notice: t("cases.sent"),
    onRefused: settle,
    onDone: async () => {
      settle();
      form.reset();
      await onSent();
    },
  });
  const named = ({ name, user_type }: Case["person"]) => `${name}, ${t(`role.${user_type}`)}`;
  return (
    <Form form={form} className={classes.form}>
      <NativeSelect
        {...form.field("audience")}
        label={t("cases.to")}
        data={[
          { value: "person", label: named(one.person) },
          ...(one.other ? [{ value: "other", label: named(one.other) }] : []),
          { value: "staff", label: t("cases.staff_only") },
        ]}
      />
      <Textarea
        {...form.field("text")}
        label={t("cases.message")}
        autosize
        minRows={3}
        maxLength={MAX_CASE_TEXT}
        dir="auto"
      />
      {/* The other person gets only a notification with the text. */}
      {form.values.audience === "other" && form.values.photos.length === 0 ? null : (
        <PhotoField
          value={form.values.photos}
          onChange={(update) => form.setFieldValue("photos", update)}
          error={form.errors.photos}
        />
      )}
      <FormFailure form={form} />
      <div>
        <Button type="submit" variant="lamp" loading={form.isPending || uploading}>
          {t("cases.send")}
        </Button>
      </div>
    </Form>
  );
}
