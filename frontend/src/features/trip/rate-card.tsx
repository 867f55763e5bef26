import { Button, Rating, Textarea } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Booking } from "@/api/types";
import { errorText } from "@/i18n/error-text";
import classes from "./action-card.module.css";
import { firstName } from "./headline";
import { useTripAction } from "./use-trip-action";

/** Optional rating and feedback for the driver. Sending them completes the booking. */
export function RateCard({ booking }: { booking: Booking }) {
  const { t } = useTranslation();
  const [stars, setStars] = useState(0);
  const [feedback, setFeedback] = useState("");
  const complete = useTripAction(booking.id, "complete");
  const name = firstName(booking.driver?.name ?? "") || t("trip.your_driver_plain");
  const trimmed = feedback.trim();

  return (
    <form
      className={classes.card}
      onSubmit={(event) => {
        event.preventDefault();
        complete.mutate({
          ...(stars > 0 ? { rating: stars } : {}),
          ...(trimmed ? { feedback: trimmed } : {}),
        });
      }}
    >
      <h2 className={classes.title}>
        {t("trip.rate_title", { name, context: booking.app_category })}
      </h2>
      <div className={classes.stars}>
        <Rating
          value={stars}
          onChange={setStars}
          size={44}
          color="lamp.4"
          aria-label={t("trip.rate_label", { name })}
          getSymbolLabel={(count) => t("trip.stars", { count })}
        />
      </div>
      <Textarea
        label={t("trip.feedback")}
        placeholder={t("trip.feedback_hint")}
        value={feedback}
        onChange={(event) => setFeedback(event.currentTarget.value)}
        rows={3}
        maxLength={500}
        dir="auto"
      />
      {complete.error ? (
        <p className={classes.error} role="alert">
          {errorText(complete.error, t)}
        </p>
      ) : null}
      <Button type="submit" variant="lamp" size="lg" fullWidth loading={complete.isPending}>
        {t(stars > 0 || trimmed ? "trip.rate_send" : "trip.rate_skip")}
      </Button>
    </form>
  );
}
