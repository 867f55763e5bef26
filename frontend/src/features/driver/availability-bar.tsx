import { Switch } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { setAvailability } from "@/api/me";
import { rememberMe } from "@/api/session";
import { errorText } from "@/i18n/error-text";
import { toast } from "@/ui/toast";
import classes from "./availability-bar.module.css";
import type { FeedState } from "./use-position-feed";

interface AvailabilityBarProps {
  active: boolean;
  busy: boolean;
  feed: FeedState;
}

/** Online or offline, and whether the telephone's position gets through. */
export function AvailabilityBar({ active, busy, feed }: AvailabilityBarProps) {
  const { t } = useTranslation();
  const change = useMutation({
    mutationFn: setAvailability,
    onSuccess: rememberMe,
    onError: (error) => toast.failure(errorText(error, t)),
  });
  const blocked = feed === "denied" || feed === "unavailable";
  const shown = change.isPending ? change.variables : active;
  const note = busy
    ? t("driver.on_trip_note")
    : blocked
      ? t("driver.no_position_note")
      : shown
        ? t("driver.online_note")
        : t("driver.offline_note");

  return (
    <div className={classes.bar} data-state={shown ? (blocked ? "blocked" : "online") : "offline"}>
      <span className={classes.lamp} aria-hidden="true" />
      <div className={classes.words}>
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
