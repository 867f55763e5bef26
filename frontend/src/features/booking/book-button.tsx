import { Button } from "@mantine/core";
import type { RefObject } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "@/i18n/use-format";
import { Money } from "@/ui/money";
import classes from "./home-booking.module.css";
import { SurgeNotice } from "./surge-notice";
import type { BookingFlow } from "./use-booking-flow";

interface BookButtonProps {
  flow: BookingFlow;
  buttonRef?: RefObject<HTMLButtonElement | null>;
  /** Whether a dialog with the button opens with the focus on it. */
  autoFocus?: boolean;
}

/** The book button. It is never disabled: a press points out what is missing. */
export function BookButton({ flow, buttonRef, autoFocus = false }: BookButtonProps) {
  const { t } = useTranslation();
  const { distance, duration } = useFormat();
  const { estimate, option } = flow;
  const pricing = estimate.ready && estimate.isPending;
  const route = estimate.data?.route;
  const { later, hireMinutes } = flow.draft;
  const plain = t(later ? "booking.book_later" : "booking.book_now");
  const car = option?.car_type.name;
  const label = car ? t(later ? "booking.book_car_later" : "booking.book_car", { car }) : plain;

  return (
    <div className={classes.foot}>
      <SurgeNotice option={option} />
      <p className={classes.facts} role="status">
        {pricing ? t("booking.prices_loading") : null}
        {route && hireMinutes === null
          ? t("booking.trip_facts", {
              distance: distance(route.distance_km),
              duration: duration(route.duration_seconds),
            })
          : null}
      </p>
      <Button
        ref={buttonRef ?? null}
        variant="lamp"
        size="lg"
        fullWidth
        loading={flow.early}
        aria-haspopup="dialog"
        data-autofocus={autoFocus || undefined}
        onClick={flow.start}
        rightSection={option ? <Money amount={option.trip_cost} /> : null}
      >
        {label}
      </Button>
    </div>
  );
}
