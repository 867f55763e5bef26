import { IconAlertTriangle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useViewer } from "@/api/session";
import { ErrorState } from "@/ui/states";
import { AlertCases } from "./alert-cases";
import classes from "./alerts-panel.module.css";
import { useAlerts } from "./use-alerts";

/** The open alerts, live. Each links to the page where it is handled. */
export function AlertsPanel() {
  const { t } = useTranslation();
  const { role } = useViewer();
  const { data, error, refetch } = useAlerts();

  // Admins see SOS alerts above, larger and with their actions.
  const kinds = (data ?? []).filter(({ kind }) => role !== "admin" || kind !== "sos");
  if (error && !data) return <ErrorState compact error={error} onRetry={() => void refetch()} />;
  return (
    <section className={classes.panel} aria-label={t("dashboard.alerts")}>
      <h2>
        <IconAlertTriangle size={20} aria-hidden="true" /> {t("dashboard.alerts")}
      </h2>
      <p className={classes.none} role="status">
        {data && kinds.length === 0 ? t("dashboard.alerts_none") : ""}
      </p>
      <div className={classes.kinds}>
        {kinds.map((cases) => (
          <AlertCases key={cases.kind} {...cases} />
        ))}
      </div>
    </section>
  );
}
