import { IconStar, IconStarFilled } from "@tabler/icons-react";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { newIdempotencyKey } from "@/api/request";
import { errorText } from "@/i18n/error-text";
import { useQueueState } from "@/realtime/hooks";
import { toast } from "@/ui/toast";
import classes from "./rate-rider.module.css";
import { useDriverAction } from "./use-driver-action";

const STARS = [1, 2, 3, 4, 5];

interface RateRiderProps {
  bookingId: number;
  name: string;
}

/** One row of stars. One tap saves the rating, which cannot be changed. */
export function RateRider({ bookingId, name }: RateRiderProps) {
  const { t } = useTranslation();
  const title = useId();
  const driverAction = useDriverAction();
  const { actions } = useQueueState();
  const queued = actions.find(
    (action) => action.bookingId === bookingId && action.action === "rate-rider",
  );
  const sent =
    driverAction.isPending || driverAction.isSuccess
      ? driverAction.variables.body?.rating
      : undefined;
  const given = Number(sent ?? queued?.body.rating ?? 0);
  const busy = given > 0;

  const rate = (rating: number) =>
    driverAction.mutate(
      { bookingId, action: "rate-rider", body: { rating }, key: newIdempotencyKey() },
      {
        onSuccess: () => toast.success(t("driver.rated")),
        onError: (error) => toast.failure(errorText(error, t)),
      },
    );

  return (
    <section className={classes.card} aria-labelledby={title}>
      <h2 id={title} className={classes.title}>
        {t("driver.rate_rider")} <bdi>{name}</bdi>
      </h2>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as one row everywhere. */}
      <div role="group" aria-labelledby={title} className={classes.stars}>
        {STARS.map((star) => {
          const Icon = star <= given ? IconStarFilled : IconStar;
          return (
            <button
              key={star}
              type="button"
              className={classes.star}
              aria-label={t("trip.stars", { count: star })}
              disabled={busy}
              onClick={() => rate(star)}
            >
              <Icon size={32} aria-hidden="true" />
            </button>
          );
        })}
      </div>
    </section>
  );
}
