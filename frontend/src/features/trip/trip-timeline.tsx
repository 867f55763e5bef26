import {
  IconArmchair,
  IconCar,
  IconCheck,
  IconFlag3,
  IconMapPin,
  IconPackage,
  IconTicket,
  type TablerIcon,
} from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { Booking } from "@/api/types";
import { STEPS, stepStates } from "./steps";
import classes from "./trip-timeline.module.css";

const ICONS: Record<(typeof STEPS)[number], TablerIcon> = {
  booked: IconTicket,
  coming: IconCar,
  here: IconMapPin,
  riding: IconArmchair,
  done: IconFlag3,
};

const DELIVERY_ICONS = { ...ICONS, riding: IconPackage };

/** The five stages of a trip, by shape and text as well as colour. */
export function TripTimeline({ booking }: { booking: Booking }) {
  const { t } = useTranslation();
  const states = stepStates(booking.status);
  const context = booking.app_category;
  const icons = context === "delivery" ? DELIVERY_ICONS : ICONS;
  return (
    <ol className={classes.steps} aria-label={t("trip.steps", { context })}>
      {STEPS.map((step, index) => {
        const state = states[index] ?? "next";
        const Icon = state === "done" ? IconCheck : icons[step];
        return (
          <li
            key={step}
            className={classes.step}
            data-state={state}
            aria-current={state === "now" ? "step" : undefined}
          >
            <span className={classes.dot}>
              <Icon size={16} stroke={2.2} aria-hidden="true" />
            </span>
            <span className={classes.name}>{t(`trip.step_${step}`, { context })}</span>
            <span className="hx-visually-hidden">{t(`trip.step_state_${state}`)}</span>
          </li>
        );
      })}
    </ol>
  );
}
