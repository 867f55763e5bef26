import { Button } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconPhone, IconUrgent } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { publicSettingsQuery } from "@/api/catalogue";
import { raiseAlarm } from "@/api/sos";
import { errorText } from "@/i18n/error-text";
import { Drawer } from "@/ui/dialog/drawer";
import { Modal } from "@/ui/dialog/modal";
import classes from "./safety.module.css";

interface SosSheetProps {
  bookingId: number;
  onClose: () => void;
}

/** Sends the alert at once, and the device's position as soon as it is known. */
async function sendSos(bookingId: number): Promise<void> {
  await raiseAlarm(bookingId);
  navigator.geolocation?.getCurrentPosition(
    ({ coords }) => {
      const place = { lat: coords.latitude, lng: coords.longitude };
      void raiseAlarm(bookingId, place).catch(() => undefined);
    },
    () => undefined,
    { enableHighAccuracy: true, timeout: 15_000 },
  );
}

/** The SOS sheet: the operator's panic number if set, and an alert to the operator. */
export function SosSheet({ bookingId, onClose }: SosSheetProps) {
  const { t } = useTranslation();
  const phone = useMediaQuery("(width < 48em)", false, { getInitialValueInEffect: false });
  const { data: settings } = useQuery(publicSettingsQuery());
  const alarm = useMutation({ mutationFn: () => sendSos(bookingId) });
  // The panic number is for rides, not for parcels.
  const number = settings?.app_category === "taxi" ? settings.panic.trim() : "";

  const body = (
    <div className={classes.share}>
      {number ? (
        <Button
          component="a"
          href={`tel:${number.replace(/[^+\d*#]/g, "")}`}
          size="lg"
          color="brick"
          leftSection={<IconPhone size={22} aria-hidden="true" />}
        >
          {t("safety.sos_call", { number })}
        </Button>
      ) : null}
      {alarm.isSuccess ? (
        <p className={classes.received} role="status">
          {t("safety.sos_received")}
        </p>
      ) : (
        <>
          <p>{t("safety.sos_body")}</p>
          <Button
            size="lg"
            color="brick"
            variant={number ? "outline" : "filled"}
            loading={alarm.isPending}
            leftSection={<IconUrgent size={22} aria-hidden="true" />}
            onClick={() => alarm.mutate()}
          >
            {t("safety.sos_alert")}
          </Button>
        </>
      )}
      {alarm.isError ? (
        <p className={classes.error} role="alert">
          {errorText(alarm.error, t)}
        </p>
      ) : null}
    </div>
  );

  const shared = {
    opened: true,
    onClose,
    title: t("safety.sos_title"),
    closeButtonProps: { "aria-label": t("app.close") },
  };
  return phone ? (
    <Drawer
      {...shared}
      position="bottom"
      size="auto"
      classNames={{ content: classes.sheet ?? "", title: classes.title ?? "" }}
    >
      {body}
    </Drawer>
  ) : (
    <Modal {...shared} size="md" classNames={{ title: classes.title ?? "" }}>
      {body}
    </Modal>
  );
}
