import { IconAlertTriangle } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "@/i18n/use-format";
import { setTabCount } from "@/ui/tab-count";
import { useAlertSound } from "./alert-sound";
import classes from "./alerts-bell.module.css";
import { AlertsDrawer } from "./alerts-drawer";
import { useAlerts } from "./use-alerts";

const MOST_SHOWN = 99;

/** The number of open alerts, on every page of the back office, with a button that lists them. */
export function AlertsBell() {
  const { t } = useTranslation();
  const { number } = useFormat();
  const [open, setOpen] = useState(false);
  const alerts = useAlerts();
  useAlertSound(alerts.data);
  const urgent = (alerts.data ?? [])
    .filter((cases) => cases.urgent)
    .reduce((sum, { count }) => sum + count, 0);
  const shown =
    urgent > MOST_SHOWN ? t("dashboard.many", { count: number(MOST_SHOWN) }) : number(urgent);
  const label = urgent
    ? t("dashboard.alerts_urgent", { number: shown })
    : t("dashboard.alerts_title");

  useEffect(() => setTabCount(urgent), [urgent]);
  useEffect(() => () => setTabCount(0), []);

  return (
    <>
      <button
        type="button"
        className={classes.bell}
        data-urgent={urgent > 0 || undefined}
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={open}
        title={t("dashboard.alerts_title")}
        onClick={() => setOpen(true)}
      >
        <IconAlertTriangle size={22} stroke={1.8} aria-hidden="true" />
        {urgent > 0 ? (
          <span key={urgent} className={classes.count} aria-hidden="true">
            {shown}
          </span>
        ) : null}
      </button>
      <span className="hx-visually-hidden" role="status">
        {urgent > 0 ? label : ""}
      </span>
      <AlertsDrawer opened={open} onClose={() => setOpen(false)} alerts={alerts} />
    </>
  );
}
