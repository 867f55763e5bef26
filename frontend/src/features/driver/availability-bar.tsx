import { Switch } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { setAvailability } from "@/api/me";
import { rememberMe } from "@/api/session";
import { showTermsIfDue } from "@/api/terms-due";
import type { Eligibility } from "@/api/types";
import { errorText } from "@/i18n/error-text";
import { toast } from "@/ui/toast";
import classes from "./availability-bar.module.css";
import type { FeedState } from "./use-position-feed";

interface AvailabilityBarProps {
  active: boolean;
  busy: boolean;
  feed: FeedState;
  eligibility?: Eligibility | undefined;
}

/** Returns the note about the trips that an online driver is offered. */
function onlineNote(eligibility: Eligibility | undefined) {
  const blocking = eligibility?.reasons.filter((reason) => BLOCKING.has(reason)) ?? [];
  if (blocking.length > 0) return "driver.not_offered_note";
  return eligibility?.reasons.includes("low_balance")
    ? "driver.no_cash_note"
    : "driver.online_note";
}

const BLOCKING = new Set([
  "not_approved",
  "documents_expired",
  "documents_missing",
  "shift_over",
  "on_break",
  "break_due",
  "no_car_type",
]);

/** The online switch, and whether the phone's position is sent. */
export function AvailabilityBar({ active, busy, feed, eligibility }: AvailabilityBarProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: setAvailability,
    onSuccess: rememberMe,
    onError: (error) => {
      toast.failure(errorText(error, t));
      showTermsIfDue(error, client);
    },
  });
  const blocked = feed === "denied" || feed === "unavailable";
  const shown = change.isPending ? change.variables : active;
  const note = busy
    ? t("driver.on_trip_note")
    : blocked
      ? t("driver.no_position_note")
      : shown
        ? t(onlineNote(eligibility))
        : t("driver.offline_note");

  return (
    <div className={classes.bar} data-state={shown ? (blocked ? "blocked" : "online") : "offline"}>
      <span className={classes.lamp} aria-hidden="true" />
      <div className={classes.text}>
        <strong>{shown ? t("driver.online") : t("driver.offline")}</strong>
        <span id="availability-note">{note}</span>
      </div>
      <Switch
        size="lg"
        classNames={{ thumb: classes.thumb ?? "" }}
        checked={shown}
        disabled={busy || change.isPending}
        aria-label={t("driver.go_online")}
        aria-describedby="availability-note"
        onChange={(event) => change.mutate(event.currentTarget.checked)}
      />
    </div>
  );
}
