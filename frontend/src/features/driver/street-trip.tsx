import { Button } from "@mantine/core";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import type { TripPoint } from "@/api/types";
import { lazy } from "@/ui/lazy";

const StreetTripSheet = lazy(async () => ({
  default: (await import("./street-trip-sheet")).StreetTripSheet,
}));

/** Opens the sheet that starts a metered trip for a passenger who flags the driver down. */
export function StreetTrip({ here }: { here: TripPoint | null }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        variant="default"
        size="md"
        fullWidth
        aria-haspopup="dialog"
        onClick={() => setOpened(true)}
      >
        {t("driver.street_trip")}
      </Button>
      {opened ? (
        <Suspense fallback={null}>
          <StreetTripSheet here={here} onClose={() => setOpened(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
