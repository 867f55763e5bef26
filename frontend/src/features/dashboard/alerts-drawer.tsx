import { Skeleton } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useTranslation } from "react-i18next";
import { Drawer } from "@/ui/dialog/drawer";
import { EmptyState, ErrorState } from "@/ui/states";
import { AlertCases } from "./alert-cases";
import classes from "./alerts-bell.module.css";
import { SoundSwitch } from "./sound-switch";
import type { useAlerts } from "./use-alerts";

interface AlertsDrawerProps {
  opened: boolean;
  onClose: () => void;
  alerts: ReturnType<typeof useAlerts>;
}

/** All open alerts, urgent kinds first: a side drawer on wide screens, a bottom sheet on phones. */
export function AlertsDrawer({ opened, onClose, alerts }: AlertsDrawerProps) {
  const { t } = useTranslation();
  const phone = useMediaQuery("(width < 48em)") ?? false;
  const { data, error, isPending, refetch } = alerts;
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      title={t("dashboard.alerts_title")}
      position={phone ? "bottom" : "right"}
      size={phone ? "88dvh" : 440}
      closeButtonProps={{ "aria-label": t("app.close") }}
    >
      <SoundSwitch />
      {isPending ? <Skeleton height={96} className={classes.wait ?? ""} /> : null}
      {error && !data ? <ErrorState compact error={error} onRetry={() => void refetch()} /> : null}
      {data?.length === 0 ? <EmptyState compact title={t("dashboard.alerts_none")} /> : null}
      <div className={classes.kinds}>
        {data?.map((cases) => (
          <AlertCases key={cases.kind} {...cases} onGo={onClose} />
        ))}
      </div>
    </Drawer>
  );
}
