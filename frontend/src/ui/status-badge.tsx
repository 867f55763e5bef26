import {
  IconBan,
  IconCarSuv,
  IconCircleCheckFilled,
  IconClockHour4,
  IconCreditCard,
  IconFlag3,
  IconHandStop,
  IconMapPinFilled,
  IconReceipt2,
  IconRoute,
  type TablerIcon,
} from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { BookingStatus } from "@/api/types";
import { languageInfo } from "@/i18n/languages";
import classes from "./status-badge.module.css";

type Tone = "lamp" | "way" | "go" | "danger" | "still";

/** The colour and shape of each status, the same on chips, map and charts. */
const STATUS_LOOK: Record<BookingStatus, { tone: Tone; icon: TablerIcon }> = {
  PAYMENT_PENDING: { tone: "lamp", icon: IconCreditCard },
  NEW: { tone: "lamp", icon: IconClockHour4 },
  ACCEPTED: { tone: "way", icon: IconCarSuv },
  ARRIVED: { tone: "way", icon: IconMapPinFilled },
  STARTED: { tone: "go", icon: IconRoute },
  REACHED: { tone: "go", icon: IconFlag3 },
  PENDING: { tone: "lamp", icon: IconHandStop },
  PAID: { tone: "go", icon: IconReceipt2 },
  COMPLETE: { tone: "still", icon: IconCircleCheckFilled },
  CANCELLED: { tone: "danger", icon: IconBan },
};

interface StatusBadgeProps {
  status: BookingStatus;
  size?: "sm" | "md";
  /** Drivers with an open offer, for viewers who may see them; shown instead of the status. */
  offeredTo?: readonly { name: string }[] | undefined;
}

const NAMED = 2;

export function StatusBadge({ status, size = "md", offeredTo = [] }: StatusBadgeProps) {
  const { t, i18n } = useTranslation();
  const { tone, icon: Icon } = STATUS_LOOK[status];
  return (
    <span className={classes.badge} data-tone={tone} data-size={size} data-status={status}>
      <Icon size={size === "sm" ? 13 : 15} stroke={2.2} aria-hidden="true" />
      {status === "NEW" && offeredTo.length > 0
        ? t("bookings.offered_to", { names: namesOf(offeredTo, i18n.language) })
        : t(`status.${status}`)}
    </span>
  );
}

/** Returns the first names in full, and the others as a number. */
function namesOf(people: readonly { name: string }[], language: string): string {
  const { dateLocale } = languageInfo(language);
  const named = people.slice(0, NAMED).map(({ name }) => name);
  const more = people.length - named.length;
  const list = new Intl.ListFormat(dateLocale, { style: "narrow", type: "unit" }).format(named);
  return more > 0 ? `${list} +${more.toLocaleString(dateLocale)}` : list;
}
