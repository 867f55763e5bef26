import { NativeSelect, Textarea } from "@mantine/core";
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { bookingsQuery } from "@/api/bookings";
import { CASE_KINDS, type CaseKind, MAX_CASE_TEXT, ownCasesKey, reportCase } from "@/api/cases";
import { useFormat } from "@/i18n/use-format";
import { PhotoField } from "@/ui/cases/photo-field";
import { usePhotosPending } from "@/ui/cases/use-case-photos";
import { useForm } from "@/ui/form/use-form";
import { useRequestKey } from "@/ui/form/use-request-key";
import { SideForm } from "@/ui/side-panel";

interface ReportFormProps {
  /** The trip that it is about, if it was opened from one. */
  booking: number | null;
  onClose: () => void;
}

/** A new report to support, about one of the last trips or about something else. */
export function ReportForm({ booking, onClose }: ReportFormProps) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { keyOf, settle } = useRequestKey();
  const trips = useInfiniteQuery(bookingsQuery());
  const listed = trips.data?.pages[0]?.results ?? [];
  const uploading = usePhotosPending();
  const form = useForm({
    values: {
      kind: CASE_KINDS[0] as CaseKind,
      booking: booking ? String(booking) : "",
      text: "",
      photos: [] as number[],
    },
    send: (values) => {
      const { kind, booking: about, text, photos } = values;
      const report = { kind, booking: about ? Number(about) : null, text: text.trim(), photos };
      return reportCase(report, keyOf(values));
    },
    marks: ({ code }) => (code === "case_exists" ? ["booking"] : []),
    notice: t("cases.reported"),
    onRefused: settle,
    onDone: (opened) => {
      void client.invalidateQueries({ queryKey: ownCasesKey });
      onClose();
      void navigate(`/help/${opened.id}`);
    },
  });
  return (
    <SideForm
      title={t("cases.report")}
      onClose={onClose}
      form={form}
      saveLabel={t("cases.send")}
      waiting={uploading}
    >
      <NativeSelect
        {...form.field("kind")}
        label={t("cases.kind")}
        data={CASE_KINDS.map((kind) => ({ value: kind, label: t(`cases.kinds.${kind}`) }))}
        data-autofocus
      />
      <NativeSelect
        {...form.field("booking")}
        label={t("cases.trip")}
        data={[
          { value: "", label: t("cases.no_trip") },
          ...(booking && !listed.some(({ id }) => id === booking)
            ? [{ value: String(booking), label: t("cases.trip") }]
            : []),
          ...listed.map(({ id, reference, trip_date, drop_add }) => ({
            value: String(id),
            label: `${dateTime(trip_date)}, ${drop_add} (${reference})`,
          })),
        ]}
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
