import {
  IconArmchair,
  IconCar,
  IconCheck,
  IconFlag3,
  IconMapPin,
  IconTicket,
  type TablerIcon,
} from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { BookingStatus } from "@/api/types";
import { STEPS, stepStates } from "./steps";
import classes from "./trip-timeline.module.css";

const ICONS: Record<(typeof STEPS)[number], TablerIcon> = {
  booked: IconTicket,
  coming: IconCar,
  here: IconMapPin,
  riding: IconArmchair,
  done: IconFlag3,
};

/** The five stages of a ride, told by shape and word as well as colour. */
export function TripTimeline({ status }: { status: BookingStatus }) {
  const { t } = useTranslation();
  const states = stepStates(status);
  return (
    <ol className={classes.steps} aria-label={t("trip.steps")}>
      {STEPS.map((step, index) => {
        const state = states[index] ?? "next";
        const Icon = state === "done" ? IconCheck : ICONS[step];
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
            <span className={classes.name}>{t(`trip.step_${step}`)}</span>
            <span className="hx-visually-hidden">{t(`trip.step_state_${state}`)}</span>
          </li>
        );
      })}
    </ol>
  );
}
