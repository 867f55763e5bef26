import { Button, Loader } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Estimate } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { Money } from "@/ui/money";
import { useTripTime } from "@/ui/trip-time";
import classes from "./no-driver.module.css";

interface NoDriverProps {
  estimate: Estimate;
  carTypeId: number;
  looking: boolean;
  onLooking: (looking: boolean) => void;
  onCar: (carTypeId: number) => void;
  /** How often the search was expanded. */
  widened: number;
  onExpand: () => void;
  /** Turns the booking into a later trip at this local time. */
  onLater: (tripDate: string) => void;
  /** Whether a confirmation is pending, or its outcome is unknown. */
  busy: boolean;
  mayExpand: boolean;
}

/** The server's limit. */
const MAX_WIDENED = 2;

/** No driver is free for this car type: choose another car or a later time, expand the search, or wait. */
export function NoDriver(props: NoDriverProps) {
  const {
    estimate,
    carTypeId,
    looking,
    onLooking,
    onCar,
    widened,
    onExpand,
    onLater,
    busy,
    mayExpand,
  } = props;
  const { suggested, show } = useTripTime();
  const [later] = useState(suggested);
  const { t } = useTranslation();
  const { duration } = useFormat();
  const others = estimate.options.filter(
    (option) => option.car_type.id !== carTypeId && option.drivers_nearby > 0,
  );

  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.scrollIntoView?.({ block: "nearest" });
  }, []);

  return (
    <div ref={box} className={classes.box}>
      <p className={classes.title} role="alert">
        {t("errors.no_driver_found_alert_messege")}
      </p>
      <p className={classes.lead}>{t("booking.no_driver_lead")}</p>
      {others.map(({ car_type, trip_cost, pickup_eta_seconds }) => (
        <Button
          key={car_type.id}
          variant="default"
          fullWidth
          justify="space-between"
          rightSection={<Money amount={trip_cost} />}
          disabled={busy}
          onClick={() => onCar(car_type.id)}
        >
          {t("booking.other_car", { car: car_type.name })}
          {pickup_eta_seconds === null ? null : (
            <span className={classes.eta}>
              {t("booking.away", { time: duration(pickup_eta_seconds) })}
            </span>
          )}
        </Button>
      ))}
      <Button variant="default" fullWidth disabled={busy} onClick={() => onLater(later)}>
        {t("booking.book_later_at", { time: show(later) })}
      </Button>
      {widened < MAX_WIDENED ? (
        <Button variant="default" fullWidth disabled={busy || !mayExpand} onClick={onExpand}>
          {t("booking.expand_search")}
        </Button>
      ) : null}
      {widened > 0 ? <p className={classes.lead}>{t("booking.expanded_search")}</p> : null}
      {looking ? (
        <div className={classes.looking}>
          <Loader size={18} type="dots" aria-hidden="true" />
          <span role="status">{t("booking.looking")}</span>
          <Button variant="subtle" size="compact-sm" onClick={() => onLooking(false)}>
            {t("booking.stop_looking")}
          </Button>
        </div>
      ) : (
        <Button variant="default" fullWidth onClick={() => onLooking(true)}>
          {t("booking.keep_looking")}
        </Button>
      )}
    </div>
  );
}
