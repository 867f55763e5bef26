import { Button } from "@mantine/core";
import { IconShare2, IconUrgent } from "@tabler/icons-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Booking, BookingStatus } from "@/api/types";
import { lazy } from "@/ui/lazy";
import classes from "./safety.module.css";

const ShareSheet = lazy(async () => ({ default: (await import("./share-sheet")).ShareSheet }));
const SosSheet = lazy(async () => ({ default: (await import("./sos-sheet")).SosSheet }));

const LIVE = new Set<BookingStatus>(["ACCEPTED", "ARRIVED", "STARTED", "REACHED"]);

interface RideSafetyProps {
  booking: Booking;
  /** Only the rider can share. */
  side: "rider" | "driver";
}

/** The safety actions during a ride. Hidden before and after it. */
export function RideSafety({ booking, side }: RideSafetyProps) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState<"share" | "sos" | null>(null);
  if (!LIVE.has(booking.status)) return null;
  const close = () => setOpened(null);

  return (
    <section className={classes.row} aria-label={t("safety.label")}>
      {side === "rider" ? (
        <Button
          size="md"
          variant="default"
          aria-haspopup="dialog"
          leftSection={<IconShare2 size={20} aria-hidden="true" />}
          onClick={() => setOpened("share")}
        >
          {t("safety.share", { context: booking.app_category })}
        </Button>
      ) : null}
      <Button
        size="md"
        variant="default"
        className={classes.sos ?? ""}
        aria-haspopup="dialog"
        data-sos
        leftSection={<IconUrgent size={20} aria-hidden="true" />}
        onClick={() => setOpened("sos")}
      >
        {t("safety.sos")}
      </Button>
      <Suspense fallback={null}>
        {opened === "share" ? <ShareSheet bookingId={booking.id} onClose={close} /> : null}
        {opened === "sos" ? <SosSheet bookingId={booking.id} onClose={close} /> : null}
      </Suspense>
    </section>
  );
}
