import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Eligibility } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { Message } from "@/ui/message";
import { BreakButton } from "./break-button";
import { DocumentReasons } from "./document-reasons";
import classes from "./no-trips.module.css";

/** Reasons that the console shows elsewhere: by the switch, by the trip itself, or by the documents. */
const SHOWN_ELSEWHERE = new Set(["offline", "busy", "documents_missing", "documents_expired"]);

interface NoTripsProps {
  eligibility: Eligibility;
  /** Whether the missing position is already shown. */
  blocked: boolean;
}

/** Why no trips, or no cash trips, are offered, and what the driver can do about it. */
export function NoTrips({ eligibility, blocked }: NoTripsProps) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const reasons = eligibility.reasons.filter(
    (reason) => !SHOWN_ELSEWHERE.has(reason) && !(blocked && reason.endsWith("_position")),
  );
  return (
    <div className={classes.reasons}>
      <DocumentReasons eligibility={eligibility} />
      {reasons.map((reason) => (
        <Message
          key={reason}
          tone={reason === "low_balance" || reason.endsWith("_position") ? "lamp" : "danger"}
          action={
            reason === "low_balance" ? (
              <Button component={Link} to="/wallet" variant="default">
                {t("driver.to_wallet")}
              </Button>
            ) : reason === "no_car_type" ? (
              <Button component={Link} to="/profile" variant="default">
                {t("driver.to_profile")}
              </Button>
            ) : reason === "break_due" || reason === "on_break" ? (
              <BreakButton onBreak={reason === "on_break"} />
            ) : undefined
          }
        >
          {reason === "low_balance" ? (
            <>
              <strong>{t("driver.why_low_balance", { amount: money(eligibility.top_up) })}</strong>{" "}
              {t("driver.why_low_balance_body")}
            </>
          ) : (
            t(`driver.why_${reason as KnownReason}`)
          )}
        </Message>
      ))}
    </div>
  );
}

type KnownReason =
  | "not_approved"
  | "shift_over"
  | "on_break"
  | "break_due"
  | "no_car_type"
  | "no_position"
  | "stale_position";
