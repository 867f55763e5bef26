import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/error";
import { inspectionQuery, saveInspection } from "@/api/register";
import { useFormat } from "@/i18n/use-format";
import { PageHeader } from "@/ui/page-header";
import { ErrorState, LoadingState, NotFoundState } from "@/ui/states";
import classes from "./dispatch-register.module.css";
import { RegisterList } from "./register-list";

/** What an inspector's link opens: the register of the days of the access, to read and to download. */
export function InspectionPage({ token }: { token: string }) {
  const { t } = useTranslation();
  const { date, dateTime } = useFormat();
  const access = useQuery(inspectionQuery(token));
  if (access.isPending) return <LoadingState />;
  if (access.isError) {
    return (
      <div className={classes.page}>
        {access.error instanceof ApiError && access.error.status === 404 ? (
          <NotFoundState page title={t("inspection.ended")} body={t("inspection.ended_body")} />
        ) : (
          <ErrorState error={access.error} onRetry={() => void access.refetch()} />
        )}
      </div>
    );
  }
  const { name, authority, first_day, last_day, ends_at } = access.data;
  return (
    <div className={classes.page}>
      <PageHeader
        title={t("inspection.title")}
        lead={t("inspection.access_lead", {
          who: [name, authority].filter(Boolean).join(", "),
          from: date(first_day),
          to: date(last_day),
          time: dateTime(ends_at),
        })}
      />
      <RegisterList
        name="inspection"
        path={`inspection/${token}/register/`}
        forAdmin={false}
        formats={["csv", "pdf"]}
        save={(format, params) => saveInspection(token, format, params)}
        empty={{ title: t("inspection.none_in_days") }}
      />
    </div>
  );
}
