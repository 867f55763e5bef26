import { Button } from "@mantine/core";
import { IconShare2 } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Booking, BookingStatus } from "@/api/types";
import classes from "./safety.module.css";

const ShareSheet = lazy(async () => ({ default: (await import("./share-sheet")).ShareSheet }));

const LIVE = new Set<BookingStatus>(["ACCEPTED", "ARRIVED", "STARTED", "REACHED"]);

/** What a rider can do to feel safe on a ride under way; nothing before and after it. */
export function RideSafety({ booking }: { booking: Booking }) {
  const { t } = useTranslation();
  const [sharing, setSharing] = useState(false);
  if (!LIVE.has(booking.status)) return null;

  return (
    <section className={classes.row} aria-label={t("safety.label")}>
      <Button
        size="md"
        variant="default"
        aria-haspopup="dialog"
        leftSection={<IconShare2 size={20} aria-hidden="true" />}
        onClick={() => setSharing(true)}
      >
        {t("safety.share")}
      </Button>
      {sharing ? (
        <Suspense fallback={null}>
          <ShareSheet bookingId={booking.id} onClose={() => setSharing(false)} />
        </Suspense>
      ) : null}
    </section>
  );
}
