import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Person } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { Figure, Figures } from "@/ui/figures";
import { Money } from "@/ui/money";
import { PersonLink } from "@/ui/record-link";
import { hasBank } from "./kinds";
import { nameOf } from "./name-of";
import { OwnLanguage } from "./own-language";
import classes from "./people.module.css";
import { PresenceCard } from "./presence-card";

/** The person's figures, then their details. */
export function Overview({ person }: { person: Person }) {
  const { t } = useTranslation();
  const { number, date, money, list } = useFormat();
  const { facts, driver } = person;
  const { reasons = [], top_up: topUp = "0" } = facts.eligibility ?? {};
  const amount = money(topUp);
  const offers =
    reasons.length === 0
      ? t("people.offered_all")
      : list(reasons.map((reason) => t(`people.offers_${reason}`, { amount })));
  const rides = hasBank(person.user_type);
  const [average, count] = driver
    ? [driver.rating, driver.rating_count]
    : [person.rider_rating, person.rider_rating_count];
  const rating = average
    ? t("people.ratings_of", { rating: number(Number(average)), count })
    : null;
  return (
    <div className={classes.tab}>
      <Figures>
        {rides ? (
          <>
            {person.wallet_balance === null ? null : (
              <Figure name={t("people.fact_balance")}>
                <Money amount={person.wallet_balance} />
              </Figure>
            )}
            <Figure name={t("people.fact_trips")}>{number(facts.trips.total)}</Figure>
            <Figure name={t("people.fact_active")}>{number(facts.trips.active)}</Figure>
            <Figure name={t("people.fact_completed")}>{number(facts.trips.completed)}</Figure>
            <Figure name={t("people.fact_cancelled")}>{number(facts.trips.cancelled)}</Figure>
          </>
        ) : null}
        {rating ? (
          <Figure name={t("people.fact_rating")}>
            <bdi dir="ltr">{rating}</bdi>
          </Figure>
        ) : null}
        {person.user_type === "fleetadmin" ? (
          <Figure name={t("people.fact_drivers")}>{number(facts.drivers)}</Figure>
        ) : null}
        {rides ? <Figure name={t("people.fact_referred")}>{number(facts.referred)}</Figure> : null}
        <Figure name={t("people.fact_sessions")}>{number(facts.sessions)}</Figure>
      </Figures>
      <dl className={classes.facts}>
        <Fact name={t("people.col_created_at")}>
          {date(person.created_at)}
          {person.created_by_admin ? ` · ${t("people.by_office")}` : ""}
        </Fact>
        <Fact name={t("people.col_email")}>
          {person.email
            ? t(facts.email_verified ? "people.verified" : "people.not_verified")
            : t("people.no_email")}
        </Fact>
        <Fact name={t("people.col_mobile")}>
          {t(person.mobile_verified ? "people.verified" : "people.not_verified")}
        </Fact>
        <Fact name={t("people.language")}>
          <OwnLanguage person={person} />
        </Fact>
        <Fact name={t("people.col_referral_id")}>
          <bdi>{person.referral_id}</bdi>
        </Fact>
        {person.signup_via_referral ? (
          <Fact name={t("people.col_signup_via_referral")}>
            <PersonLink id={person.signup_via_referral.id} kind="rider">
              {nameOf(person.signup_via_referral, t)}
            </PersonLink>
          </Fact>
        ) : null}
        {driver ? (
          <>
            <Fact name={t("people.fact_offers")}>{offers}</Fact>
            <Fact name={t("people.col_car_type")}>
              {driver.car_type?.name ?? t("people.no_car_type")}
            </Fact>
            <Fact name={t("people.group_car")}>
              <bdi>
                {[driver.vehicle_make, driver.vehicle_model, driver.vehicle_number]
                  .filter(Boolean)
                  .join(" ")}
              </bdi>
            </Fact>
            <Fact name={t("people.col_other_info")}>{driver.other_info}</Fact>
            <Fact name={t("people.col_fleet_admin")}>
              <PersonLink id={driver.fleet_admin?.id} kind="fleetadmin">
                {driver.fleet_admin?.name ?? t("people.no_fleet_admin")}
              </PersonLink>
            </Fact>
          </>
        ) : null}
        {rides ? (
          <Fact name={t("people.group_bank")}>
            <bdi>
              {[person.bank_name, person.bank_code, person.bank_account]
                .filter(Boolean)
                .join(" · ") || t("people.no_bank")}
            </bdi>
          </Fact>
        ) : null}
      </dl>
      {driver ? <PresenceCard driver={person.id} /> : null}
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children || "–"}</dd>
    </div>
  );
}
