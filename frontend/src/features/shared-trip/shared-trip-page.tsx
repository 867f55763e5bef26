import { useTranslation } from "react-i18next";
import { sharedTripQuery } from "@/api/sharing";
import type { BookingStatus } from "@/api/types";
import { LinkedTrip } from "./linked-trip";
import { SharedStage } from "./shared-stage";

const LAST = new Set<BookingStatus>(["PENDING", "PAID", "COMPLETE", "CANCELLED"]);

/** A shared trip: the car's position and the time of arrival. */
export function SharedTripPage({ token }: { token: string }) {
  const { t } = useTranslation();
  return (
    <LinkedTrip
      query={sharedTripQuery(token)}
      last={LAST}
      label={t("shared.label")}
      gone={{ title: t("shared.gone_title"), body: t("shared.gone_body") }}
    >
      {(trip) => <SharedStage trip={trip} />}
    </LinkedTrip>
  );
}
