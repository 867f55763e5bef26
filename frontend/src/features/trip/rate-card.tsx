import { Button, Rating, Textarea } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Booking } from "@/api/types";
import { Form } from "@/ui/form/form";
import { FormFailure } from "@/ui/form/form-failure";
import { useForm } from "@/ui/form/use-form";
import classes from "./action-card.module.css";
import { firstName } from "./headline";
import { useTripAction } from "./use-trip-action";

/** Optional rating and feedback for the driver. Sending them completes the booking. */
export function RateCard({ booking }: { booking: Booking }) {
  const { t } = useTranslation();
  const complete = useTripAction(booking.id, "complete");
  const form = useForm({
    values: { rating: 0, feedback: "" },
    send: ({ rating, feedback }) =>
      complete.mutateAsync({
        ...(rating > 0 ? { rating } : {}),
        ...(feedback.trim() ? { feedback: feedback.trim() } : {}),
      }),
  });
  const { rating, feedback } = form.values;
  const says = rating > 0 || feedback.trim() !== "";
  const name = firstName(booking.driver?.name ?? "") || t("trip.your_driver_plain");

  return (
    <Form form={form} className={classes.card}>
      <h2 className={classes.title}>
        {t("trip.rate_title", { name, context: booking.app_category })}
      </h2>
      <div className={classes.stars}>
        <Rating
          value={rating}
          onChange={(stars) => form.setFieldValue("rating", stars)}
          size={44}
          color="lamp.4"
          aria-label={t("trip.rate_label", { name })}
          getSymbolLabel={(count) => t("trip.stars", { count })}
        />
      </div>
      <Textarea
        label={t("trip.feedback")}
        placeholder={t("trip.feedback_hint")}
        {...form.field("feedback")}
        rows={3}
        maxLength={500}
        dir="auto"
      />
      <FormFailure form={form} />
      <Button
        type="submit"
        variant={says ? "lamp" : "default"}
        size="lg"
        fullWidth
        loading={form.isPending}
      >
        {t(says ? "trip.rate_send" : "trip.rate_skip")}
      </Button>
    </Form>
  );
}
