import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconClockHour4,
  type TablerIcon,
} from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { RequiredDocument } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import classes from "./documents.module.css";
import { useDay } from "./use-day";

const LOOK: Record<RequiredDocument["state"], { tone: string; icon: TablerIcon }> = {
  missing: { tone: "danger", icon: IconCircleX },
  submitted: { tone: "way", icon: IconClockHour4 },
  rejected: { tone: "danger", icon: IconCircleX },
  valid: { tone: "go", icon: IconCircleCheck },
  expiring: { tone: "lamp", icon: IconAlertTriangle },
  expired: { tone: "danger", icon: IconCircleX },
};

/** The state of a required document in words. */
export function DocumentState({ required }: { required: RequiredDocument }) {
  const { t } = useTranslation();
  const { days } = useFormat();
  const { format, daysUntil } = useDay();
  const { state, last_day } = required;
  const { tone, icon: Icon } = LOOK[state];
  const day = format(last_day ?? "");
  const left = last_day ? daysUntil(last_day) : 0;

  return (
    <p className={classes.state} data-tone={tone}>
      <Icon size={18} aria-hidden="true" />
      {state === "expiring"
        ? left > 0
          ? t("profile.documents.expiring", { days: days(left), day })
          : t("profile.documents.expiring_today")
        : state === "valid" && last_day
          ? t("profile.documents.valid_until", { day })
          : t(`profile.documents.${state}`, { day })}
    </p>
  );
}
