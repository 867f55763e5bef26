import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Receipt } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { FareBreakdown } from "@/ui/fare-breakdown";
import { Money } from "@/ui/money";
import { PhoneLink } from "@/ui/phone-link";
import { useHours } from "@/ui/places/use-hours";
import classes from "./receipt-page.module.css";

function Pair({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Person({ name, contact }: Receipt["customer"]) {
  return (
    <>
      <bdi>{name}</bdi>
      {contact ? (
        <span className={classes.soft}>
          <PhoneLink number={contact} />
        </span>
      ) : null}
    </>
  );
}

const FEE_PARTS = [
  "cancellation_fee",
  "cancellation_fee_owed",
  "cancellation_fee_written_off",
] as const;

/** The cancellation fee, and how it was paid. */
function CancelledFee({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation();
  return (
    <dl className={classes.sums}>
      {receipt.cancellation_explanation ? (
        <Pair name={t("receipt.fee_reason")}>{receipt.cancellation_explanation}</Pair>
      ) : null}
      {FEE_PARTS.filter((part) => Number(receipt[part]) > 0).map((part) => (
        <Pair key={part} name={t(`history.col_${part}`)}>
          <Money amount={receipt[part]} />
        </Pair>
      ))}
      <Pair name={t("fare.total")}>
        <Money amount={receipt.trip_cost} />
      </Pair>
    </dl>
  );
}

/** The printed receipt: the people, the route and the amounts. */
export function ReceiptDocument({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation();
  const { date, time, distance, duration } = useFormat();
  const hours = useHours();
  const { company, customer, driver } = receipt;
  const at = (moment: string) => `${date(moment)} ${time(moment)}`;
  const cancelled = receipt.status === "CANCELLED";
  const discounted = Number(receipt.discount) > 0;

  return (
    <article
      className={classes.receipt}
      aria-label={t("receipt.of", { reference: receipt.reference })}
    >
      <div className={classes.head}>
        <p className={classes.company}>
          <bdi>{company.name}</bdi>
        </p>
        <p className={classes.soft}>
          {t("receipt.booking")} <bdi className="hx-tabular">{receipt.reference}</bdi>
          {cancelled ? <> · {t("status.CANCELLED")}</> : null}
          {receipt.paid_at ? <> · {t("receipt.paid_on", { time: at(receipt.paid_at) })}</> : null}
        </p>
      </div>

      <dl className={classes.pairs}>
        <Pair name={t("receipt.rider")}>
          <Person {...customer} />
        </Pair>
        <Pair name={t("receipt.driver")}>
          <Person {...driver} />
        </Pair>
        <Pair name={t("receipt.car")}>
          <bdi>{receipt.car_type_name}</bdi>
          <bdi className={classes.soft}>{receipt.vehicle}</bdi>
        </Pair>
        {receipt.delivery_person ? (
          <Pair name={t("receipt.recipient")}>
            <bdi>{receipt.delivery_person}</bdi>
          </Pair>
        ) : null}
        <Pair name={t("receipt.from")}>
          <bdi>{receipt.pickup.add}</bdi>
          <span className={classes.soft}>{at(receipt.started_at ?? receipt.trip_date)}</span>
        </Pair>
        {receipt.stops.map((stop, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the number is the stop's identity.
          <Pair key={index} name={t("trip.stop", { number: index + 1 })}>
            <bdi>{stop.add}</bdi>
          </Pair>
        ))}
        <Pair name={t("receipt.to")}>
          <bdi>{receipt.drop.add}</bdi>
          {receipt.ended_at ? <span className={classes.soft}>{at(receipt.ended_at)}</span> : null}
        </Pair>
        {receipt.return_wait_minutes === null ? null : (
          <Pair name={t("trip.round_trip")}>
            {t("trip.round_trip_waits", { minutes: receipt.return_wait_minutes })}
          </Pair>
        )}
        {receipt.hire_minutes === null ? null : (
          <Pair name={t("trip.hire")}>{hours(receipt.hire_minutes)}</Pair>
        )}
        {cancelled ? null : (
          <Pair name={t("receipt.way")}>
            {distance(receipt.charged_distance_km)}
            <span className={classes.soft}>
              {duration(receipt.total_trip_time ?? receipt.estimate_duration_seconds)}
            </span>
          </Pair>
        )}
      </dl>

      {cancelled ? (
        <CancelledFee receipt={receipt} />
      ) : (
        <>
          <h2 className={classes.title}>{t("fare.breakdown")}</h2>
          <p className={classes.soft}>
            {t(receipt.fare_is_fixed ? "fare.total_fixed" : "fare.total_measured")}
          </p>
          <FareBreakdown lines={receipt.breakdown} total={receipt.trip_cost} />
        </>
      )}
      {receipt.adjustment_reason ? (
        <p className={classes.soft}>
          {t("fare.adjusted_because", { reason: receipt.adjustment_reason })}
        </p>
      ) : null}
      <dl className={classes.sums}>
        {discounted ? (
          <>
            <Pair
              name={
                receipt.promo_name
                  ? t("receipt.discount_by", { promo: receipt.promo_name })
                  : t("receipt.discount")
              }
            >
              <Money amount={`-${receipt.discount}`} />
            </Pair>
            <Pair name={t("receipt.payable")}>
              <Money amount={receipt.payable_amount} />
            </Pair>
          </>
        ) : null}
        {receipt.paid_by.map(({ mode, amount }) => (
          <Pair
            key={mode}
            name={
              mode === "card" && receipt.gateway
                ? t("receipt.paid_card_by", { gateway: receipt.gateway_label })
                : t(`receipt.paid_${mode}`)
            }
          >
            <Money amount={amount} />
          </Pair>
        ))}
        {Number(receipt.owed_amount) > 0 ? (
          <Pair name={t("receipt.owed_paid")}>
            <Money amount={receipt.owed_amount} />
          </Pair>
        ) : null}
        {Number(receipt.charged_later_amount) > 0 ? (
          <Pair name={t("receipt.charged_later")}>
            <Money amount={receipt.charged_later_amount} />
          </Pair>
        ) : null}
        {Number(receipt.refunded_amount) > 0 ? (
          <Pair name={t("receipt.refunded")}>
            <Money amount={`-${receipt.refunded_amount}`} />
          </Pair>
        ) : null}
        {Number(receipt.tip_amount) > 0 ? (
          <Pair name={t("receipt.tip")}>
            <Money amount={receipt.tip_amount} />
          </Pair>
        ) : null}
      </dl>
      {company.website || company.contact_email ? (
        <p className={classes.soft}>
          <bdi>{[company.website, company.contact_email].filter(Boolean).join(" · ")}</bdi>
        </p>
      ) : null}
    </article>
  );
}
