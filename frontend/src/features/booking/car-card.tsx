import { Collapse, Skeleton, UnstyledButton } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import type { CarType, EstimateOption } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { CarArt } from "@/ui/art/car-art";
import { FareBreakdown } from "@/ui/fare-breakdown";
import { Money } from "@/ui/money";
import classes from "./car-cards.module.css";

interface CarCardProps {
  group: string;
  carType: CarType;
  option: EstimateOption | null;
  pricing: boolean;
  /** Whether the price is fixed. Otherwise it is calculated at the end of the trip. */
  fixed: boolean;
  later: boolean;
  checked: boolean;
  onChoose: () => void;
}

/** One car type: picture, pickup time, price, and the fare breakdown on demand. */
export function CarCard(props: CarCardProps) {
  const { group, carType, option, pricing, fixed, later, checked, onChoose } = props;
  const { t } = useTranslation();
  const { duration } = useFormat();
  const detailsId = useId();
  const [details, setDetails] = useState(false);
  const eta = later ? null : (option?.pickup_eta_seconds ?? null);
  const near = eta !== null ? t("booking.away", { time: duration(eta) }) : null;
  const reason = useReason(carType, option);
  const noDriverNearby =
    !later && option && option.drivers_nearby === 0 ? t("booking.none_near") : null;

  return (
    <div
      className={classes.card}
      data-checked={checked || undefined}
      data-off={reason !== null || undefined}
    >
      <label className={classes.face}>
        <input
          className="hx-visually-hidden"
          type="radio"
          name={group}
          value={carType.id}
          checked={checked && reason === null}
          disabled={reason !== null}
          onChange={onChoose}
        />
        <CarArt icon={carType.icon} image={carType.image} />
        <span className={classes.texts}>
          <span className={classes.name} dir="auto">
            {carType.name}
          </span>
          <span
            className={classes.near}
            data-none={(reason === null && noDriverNearby !== null) || undefined}
          >
            {reason ?? noDriverNearby ?? near ?? carType.extra_info}
          </span>
        </span>
        <span className={classes.price}>
          {option && reason === null ? <CardPrice option={option} fixed={fixed} /> : null}
          {!option && pricing ? <Skeleton width="4rem" height="1.25rem" /> : null}
        </span>
      </label>
      {checked && option && reason === null ? (
        <>
          <UnstyledButton
            className={`hx-touch ${classes.details}`}
            aria-expanded={details}
            aria-controls={detailsId}
            onClick={() => setDetails((shown) => !shown)}
          >
            {t("booking.fare_details")}
            <IconChevronDown size={16} aria-hidden="true" />
          </UnstyledButton>
          <Collapse expanded={details} id={detailsId}>
            <div className={classes.lines}>
              {carType.extra_info ? <p className={classes.extra}>{carType.extra_info}</p> : null}
              <FareBreakdown
                lines={option.breakdown}
                total={option.trip_cost}
                totalLabel={t(fixed ? "fare.total_fixed" : "fare.total_estimated")}
              />
            </div>
          </Collapse>
        </>
      ) : null}
    </div>
  );
}

/** Why the car type is too small for the party. */
function useReason(car: CarType, option: EstimateOption | null): string | null {
  const { t } = useTranslation();
  if (option?.unavailable === "too_many_passengers") {
    return t("trip.up_to_passengers", { count: car.seats ?? 0 });
  }
  if (option?.unavailable === "too_much_luggage") {
    return car.luggage ? t("trip.up_to_luggage", { count: car.luggage }) : t("trip.no_room");
  }
  return null;
}

/** The price. It is prefixed by "from" until the parcel, which adds to it, is chosen. */
function CardPrice({ option, fixed }: { option: EstimateOption; fixed: boolean }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const open = option.from_trip_cost !== option.trip_cost;
  return (
    <>
      {open ? (
        t("fare.from", { price: money(option.from_trip_cost) })
      ) : (
        <Money amount={option.trip_cost} />
      )}
      <span className={classes.kind}>{t(fixed ? "fare.fixed" : "fare.estimated")}</span>
    </>
  );
}

export function CarCardSkeleton() {
  return (
    <div className={classes.card} aria-hidden="true">
      <div className={classes.face}>
        <Skeleton width="5.75rem" height="2.5rem" />
        <span className={classes.texts}>
          <Skeleton width="6rem" height="1rem" mb={6} />
          <Skeleton width="4rem" height="0.8rem" />
        </span>
        <Skeleton width="4rem" height="1.25rem" />
      </div>
    </div>
  );
}
