import { useTranslation } from "react-i18next";
import { guestTripQuery } from "@/api/guests";
import type { BookingStatus } from "@/api/types";
import { GuestTripPanel } from "./guest-trip-panel";
import { LinkedTrip } from "./linked-trip";

const LAST = new Set<BookingStatus>(["COMPLETE", "CANCELLED"]);

/** The booking of a rider without an account, who got the link by SMS. */
export function GuestTripPage({ token }: { token: string }) {
  const { t } = useTranslation();
  return (
    <LinkedTrip
      query={guestTripQuery(token)}
      last={LAST}
      label={t("guest.label")}
      gone={{ title: t("guest.gone_title"), body: t("guest.gone_body") }}
    >
      {(trip) => <GuestTripPanel trip={trip} token={token} />}
    </LinkedTrip>
  );
}
