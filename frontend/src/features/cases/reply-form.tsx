import { Button, NativeSelect, Textarea } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { type Case, type CaseAudience, MAX_CASE_TEXT, replyInCase } from "@/api/cases";
import { useViewer } from "@/api/session";
import { PhotoField } from "@/ui/cases/photo-field";
import { usePhotosPending } from "@/ui/cases/use-case-photos";
import { Form } from "@/ui/form/form";
import { FormFailure } from "@/ui/form/form-failure";
import { useForm } from "@/ui/form/use-form";
import { useRequestKey } from "@/ui/form/use-request-key";
import classes from "./cases-page.module.css";

interface Reader {
  value: CaseAudience;
  label: string;
}

/** For whom the viewer can write; a fleet admin only to the driver, unless the case is closed, and to staff. */
function useReaders(one: Case, ofFleet: boolean): Reader[] {
  const { t } = useTranslation();
  const named = ({ name, user_type }: Case["person"]) => `${name}, ${t(`role.${user_type}`)}`;
  const people: { value: CaseAudience; person: Case["person"] }[] = [
    { value: "person", person: one.person },
    ...(one.other ? [{ value: "other" as const, person: one.other }] : []),
  ];
  const written = people.filter(
    ({ person }) => !ofFleet || (person.user_type === "driver" && one.state !== "closed"),
  );
  return [
    ...written.map(({ value, person }) => ({ value, label: named(person) })),
    ...(ofFleet ? [] : [{ value: "staff" as const, label: t("cases.staff_only") }]),
    ...(ofFleet || one.booking?.has_fleet
      ? [{ value: "fleet" as const, label: t("cases.with_fleet") }]
      : []),
  ];
}

/** A message to the person, to the other person of the trip, or for staff only. */
export function ReplyForm({ one, onSent }: { one: Case; onSent: () => unknown }) {
  const { t } = useTranslation();
  const { role } = useViewer();
  const { keyOf, settle } = useRequestKey();
  const readers = useReaders(one, role === "fleetadmin");
  const uploading = usePhotosPending();
  const form = useForm({
    values: {
      audience: readers[0]?.value ?? ("staff" as CaseAudience),
      text: "",
      photos: [] as number[],
    },
    send: (values) => replyInCase(one.id, { ...values, text: values.text.trim() }, keyOf(values)),
    notice: t("cases.sent"),
    onRefused: settle,
    onDone: async () => {
      settle();
      form.reset();
      await onSent();
    },
  });
  return (
    <Form form={form} className={classes.form}>
      <NativeSelect {...form.field("audience")} label={t("cases.to")} data={readers} />
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
