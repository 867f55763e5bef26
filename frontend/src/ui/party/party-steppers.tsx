import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { carTypesQuery } from "@/api/catalogue";
import type { CarType } from "@/api/types";
import { type Party, withParty } from "./party";
import classes from "./party-steppers.module.css";
import { Stepper } from "./stepper";

/** The most of a party if a car type has no limit of its own. */
const USUAL_MOST = 8;

/** Returns the largest capacity of the car types. */
function mostOf(cars: readonly CarType[], what: "seats" | "luggage"): number {
  const limits = cars.map((car) => car[what]);
  const most = Math.max(0, ...limits.map((limit) => limit ?? USUAL_MOST));
  return limits.length === 0 ? USUAL_MOST : most;
}

interface PartySteppersProps {
  party: Party;
  onChange: (party: Partial<Party>) => void;
  errorOf?: (name: string) => string | undefined;
}

/** The passengers of a ride, the children among them, and their large luggage. */
export function PartySteppers({ party, onChange, errorOf }: PartySteppersProps) {
  const { t } = useTranslation();
  const cars = useQuery(carTypesQuery()).data ?? [];
  const most = mostOf(cars, "seats");
  const change = (what: Partial<Party>) => {
    const { passengers, luggage, children, child_seats } = withParty(party, what);
    onChange({ passengers, luggage, children, child_seats });
  };
  return (
    <div className={classes.steppers}>
      <Stepper
        label={t("trip.party_passengers")}
        less={t("trip.party_less_passengers")}
        more={t("trip.party_more_passengers")}
        value={party.passengers}
        least={1}
        most={most}
        onChange={(passengers) => change({ passengers })}
        error={errorOf?.("passengers")}
      />
      <Stepper
        label={t("trip.party_children")}
        less={t("trip.party_less_children")}
        more={t("trip.party_more_children")}
        value={party.children}
        least={0}
        most={party.passengers}
        onChange={(children) => change({ children })}
        error={errorOf?.("children")}
      />
      {party.children > 0 ? (
        <Stepper
          label={t("trip.party_child_seats")}
          less={t("trip.party_less_child_seats")}
          more={t("trip.party_more_child_seats")}
          value={party.child_seats}
          least={0}
          most={party.children}
          onChange={(child_seats) => change({ child_seats })}
          error={errorOf?.("child_seats")}
        />
      ) : null}
      <Stepper
        label={t("trip.party_luggage")}
        less={t("trip.party_less_luggage")}
        more={t("trip.party_more_luggage")}
        value={party.luggage}
        least={0}
        most={mostOf(cars, "luggage")}
        onChange={(luggage) => change({ luggage })}
        error={errorOf?.("luggage")}
      />
      <p role="status">{party.passengers >= most ? t("trip.party_most") : null}</p>
    </div>
  );
}
