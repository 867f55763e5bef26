import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Booking } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { Modal } from "@/ui/dialog/modal";
import classes from "./assign-driver.module.css";
import { DriverSearch } from "./driver-search";
import { usePlan } from "./use-plan";

interface PlanDriverProps {
  booking: Booking;
  opened: boolean;
  onClose: () => void;
}

/** Plans a driver for a scheduled trip: that driver gets its first offer. Also removes the plan. */
export function PlanDriver({ booking, opened, onClose }: PlanDriverProps) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const plan = usePlan(booking.id, onClose);
  const planned = booking.planned_driver;

  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t("bookings.plan_title")}
      closeButtonProps={{ "aria-label": t("app.close") }}
    >
      <div className={classes.body}>
        <p className={classes.lead}>
          {t("bookings.plan_lead", { time: dateTime(booking.trip_date) })}
        </p>
        {planned ? (
          <div className={classes.planned}>
            <span>
              {t(planned.confirmed ? "bookings.plan_confirmed" : "bookings.plan_unconfirmed", {
                name: planned.name,
              })}
            </span>
            <Button
              variant="default"
              size="compact-md"
              loading={plan.isPending && plan.variables === null}
              disabled={plan.isPending}
              onClick={() => plan.mutate(null)}
            >
              {t("bookings.plan_remove")}
            </Button>
          </div>
        ) : null}
        <DriverSearch
          bookingId={booking.id}
          opened={opened}
          ahead
          label={t("bookings.plan_short")}
          nameOf={({ name }) => t("bookings.plan_to", { name })}
          error={plan.error}
          pending={plan.isPending ? plan.variables : null}
          onPick={({ id }) => plan.mutate(id)}
        />
      </div>
    </Modal>
  );
}
