import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { carTypesQuery } from "@/api/catalogue";
import type { CarType, Estimate } from "@/api/types";
import { EmptyState, ErrorState } from "@/ui/states";
import { useCategory } from "@/ui/use-category";
import { CarCard, CarCardSkeleton } from "./car-card";
import classes from "./car-cards.module.css";

interface CarCardsProps {
  estimate: Estimate | undefined;
  /** Whether prices are loading. Their space is reserved. */
  pricing: boolean;
  carTypeId: number | null;
  onChoose: (carTypeId: number) => void;
  missing: boolean;
  /** Whether the trip is for later, so that drivers nearby now do not matter. */
  later: boolean;
}

/** The car types as cards. Their prices load once the trip has both ends. */
export function CarCards({
  estimate,
  pricing,
  carTypeId,
  onChoose,
  missing,
  later,
}: CarCardsProps) {
  const { t } = useTranslation();
  const group = useId();
  const context = useCategory();
  const types = useQuery(carTypesQuery());
  const offered: CarType[] | undefined =
    estimate?.options.map((option) => option.car_type) ?? types.data;

  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>
        {t("booking.cars", { context })}
        {missing ? (
          <span className={classes.missing}>{t("booking.car_needed", { context })}</span>
        ) : null}
      </legend>
      {!offered && types.isPending
        ? [0, 1, 2].map((place) => <CarCardSkeleton key={place} />)
        : null}
      {!offered && types.isError ? (
        <ErrorState compact error={types.error} onRetry={() => void types.refetch()} />
      ) : null}
      {offered?.length === 0 ? <EmptyState compact title={t("errors.no_cars")} /> : null}
      {estimate?.options.length && estimate.options.every((option) => option.unavailable) ? (
        <p className={classes.none} role="status">
          {t("trip.party_no_car")}
        </p>
      ) : null}
      {offered?.map((carType) => (
        <CarCard
          key={carType.id}
          group={group}
          carType={carType}
          option={estimate?.options.find((option) => option.car_type.id === carType.id) ?? null}
          pricing={pricing}
          fixed={estimate?.fare_is_fixed ?? false}
          later={later}
          checked={carType.id === carTypeId}
          onChoose={() => onChoose(carType.id)}
        />
      ))}
    </fieldset>
  );
}
