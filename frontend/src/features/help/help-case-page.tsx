import { Button, Textarea } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import {
  MAX_CASE_TEXT,
  type OwnCase,
  ownCaseQuery,
  ownCasesKey,
  replyInOwnCase,
} from "@/api/cases";
import { ApiError } from "@/api/error";
import { useLiveOwnCases } from "@/realtime/live-cases";
import { CaseThread } from "@/ui/cases/case-thread";
import { PhotoField } from "@/ui/cases/photo-field";
import { CaseStateBadge } from "@/ui/cases/state-badge";
import { usePhotosPending } from "@/ui/cases/use-case-photos";
import { Form } from "@/ui/form/form";
import { FormFailure } from "@/ui/form/form-failure";
import { useForm } from "@/ui/form/use-form";
import { useRequestKey } from "@/ui/form/use-request-key";
import { PageHeader } from "@/ui/page-header";
import { ErrorState, LoadingState, NotFoundState } from "@/ui/states";
import classes from "./help.module.css";

/** One report: its messages, and the form to write again. */
export function HelpCasePage({ id }: { id: number }) {
  const { t } = useTranslation();
  useLiveOwnCases();
  const { data, error, refetch } = useQuery(ownCaseQuery(id));
  if (!data && error instanceof ApiError && error.status === 404) {
    return <NotFoundState page title={t("cases.gone")} />;
  }
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState />;
  return <Known one={data} />;
}

function Known({ one }: { one: OwnCase }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { keyOf, settle } = useRequestKey();
  const uploading = usePhotosPending();
  const form = useForm({
    values: { text: "", photos: [] as number[] },
    send: (values) =>
      replyInOwnCase(one.id, { ...values, text: values.text.trim() }, keyOf(values)),
    notice: t("cases.sent"),
    onRefused: settle,
    onDone: async () => {
      settle();
      form.reset();
      await client.invalidateQueries({ queryKey: ownCasesKey });
    },
  });
  const messages = one.messages.map(({ id, text, photos, created_at, by_staff, by_fleet }) => ({
    id,
    text,
    photos,
    created_at,
    author: t(by_fleet ? "cases.your_fleet" : by_staff ? "cases.support" : "cases.you"),
    own: !by_staff,
  }));
  return (
    <div className={classes.page}>
      <PageHeader
        title={t(`cases.kinds.${one.kind}`)}
        lead={t("cases.number", { number: one.id })}
        back="/help"
        actions={<CaseStateBadge state={one.state ?? "open"} />}
      />
      {one.booking ? (
        <p className={classes.trip}>
          {t("cases.trip")}{" "}
          <Link to={`/bookings/${one.booking.id}`}>
            <bdi dir="ltr">{one.booking.reference}</bdi>
          </Link>
        </p>
      ) : null}
      <CaseThread
        messages={messages}
        onExpired={() => void client.invalidateQueries({ queryKey: ownCasesKey })}
      />
      {one.state === "closed" ? <p className={classes.trip}>{t("cases.closed_note")}</p> : null}
      <Form form={form} className={classes.form}>
        <Textarea
          {...form.field("text")}
          label={t("cases.message")}
          autosize
          minRows={3}
          maxLength={MAX_CASE_TEXT}
          dir="auto"
        />
        <PhotoField
          value={form.values.photos}
          onChange={(update) => form.setFieldValue("photos", update)}
          error={form.errors.photos}
        />
        <FormFailure form={form} />
        <div>
          <Button type="submit" variant="lamp" loading={form.isPending || uploading}>
            {t("cases.send")}
          </Button>
        </div>
      </Form>
    </div>
  );
}
