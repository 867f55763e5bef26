import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { answerPlan, scheduledQuery } from "@/api/me";
import { newIdempotencyKey } from "@/api/request";
import type { ScheduledTrip } from "@/api/types";
import { errorText } from "@/i18n/error-text";
import { useFormat } from "@/i18n/use-format";
import { toast } from "@/ui/toast";
import classes from "./upcoming-trips.module.css";

/** A trip that staff planned for this driver: confirm or decline it. A back-up only declines. */
export function PlanAnswer({ trip }: { trip: ScheduledTrip }) {
  const { t } = useTranslation();
  const { time } = useFormat();
  const client = useQueryClient();
  const { queryKey } = scheduledQuery();
  /** One key per answer, so that a retry after a network gap runs it once. */
  const keys = useRef({ confirm: newIdempotencyKey(), decline: newIdempotencyKey() });
  const answer = useMutation({
    mutationFn: (how: "confirm" | "decline") => answerPlan(trip.id, how, keys.current[how]),
    onSuccess: (list) => client.setQueryData(queryKey, list),
    onError: (error) => {
      toast.failure(errorText(error, t));
      return client.invalidateQueries({ queryKey });
    },
  });
  const state = trip.confirmed ? "driver.plan_confirmed" : "driver.plan_open";
  return (
    <div className={classes.plan}>
      <p>{trip.backup ? t("driver.plan_backup", { time: time(trip.trip_date) }) : t(state)}</p>
      {trip.confirmed || trip.backup ? null : (
        <Button
          size="compact-md"
          loading={answer.isPending && answer.variables === "confirm"}
          disabled={answer.isPending}
          onClick={() => answer.mutate("confirm")}
        >
          {t("driver.plan_confirm")}
        </Button>
      )}
      <Button
        size="compact-md"
        variant="default"
        loading={answer.isPending && answer.variables === "decline"}
        disabled={answer.isPending}
        onClick={() => answer.mutate("decline")}
      >
        {t("driver.plan_decline")}
      </Button>
    </div>
  );
}
