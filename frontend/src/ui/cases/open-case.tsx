import { NativeSelect, Textarea } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { CASE_KINDS, type CaseKind, casesKey, MAX_CASE_TEXT, openCase } from "@/api/cases";
import { useForm } from "@/ui/form/use-form";
import { useRequestKey } from "@/ui/form/use-request-key";
import { SideForm } from "@/ui/side-panel";
import { PhotoField } from "./photo-field";
import { usePhotosPending } from "./use-case-photos";

interface OpenCaseProps {
  /** The people whose case it can be. */
  people: readonly { id: number; name: string }[];
  booking?: number;
  onClose: () => void;
}

/** Staff open a case for a person, such as after a phone call. */
export function OpenCase({ people, booking, onClose }: OpenCaseProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { keyOf, settle } = useRequestKey();
  const kinds = booking ? CASE_KINDS : CASE_KINDS.filter((kind) => kind !== "lost_property");
  const uploading = usePhotosPending();
  const form = useForm({
    values: {
      person: String(people[0]?.id ?? ""),
      kind: kinds[0] as CaseKind,
      text: "",
      photos: [] as number[],
    },
    send: (values) => {
      const { person, kind, text, photos } = values;
      const opened = {
        person: Number(person),
        kind,
        text: text.trim(),
        photos,
        booking: booking ?? null,
      };
      return openCase(opened, keyOf(values));
    },
    onRefused: settle,
    marks: ({ code }) => (code === "case_exists" ? ["kind"] : []),
    notice: t("cases.opened"),
    onDone: () => {
      void client.invalidateQueries({ queryKey: casesKey });
      onClose();
    },
  });
  return (
    <SideForm
      title={t("cases.open")}
      onClose={onClose}
      form={form}
      saveLabel={t("cases.open")}
      waiting={uploading}
    >
      <NativeSelect
        {...form.field("person")}
        label={t("cases.open_for")}
        data={people.map(({ id, name }) => ({ value: String(id), label: name }))}
        data-autofocus
      />
      <NativeSelect
        {...form.field("kind")}
        label={t("cases.kind")}
        data={kinds.map((kind) => ({ value: kind, label: t(`cases.kinds.${kind}`) }))}
      />
      <Textarea
        {...form.field("text")}
        label={t("cases.what")}
        autosize
        minRows={4}
        maxLength={MAX_CASE_TEXT}
        dir="auto"
      />
      <PhotoField
        value={form.values.photos}
        onChange={(update) => form.setFieldValue("photos", update)}
        error={form.errors.photos}
      />
    </SideForm>
  );
}
