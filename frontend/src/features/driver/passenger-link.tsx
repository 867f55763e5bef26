import { Button, Skeleton } from "@mantine/core";
import { IconQrcode } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { passengerLink } from "@/api/street-trips";
import { Modal } from "@/ui/dialog/modal";
import { ErrorState } from "@/ui/states";
import classes from "./street-trip.module.css";

/** The code that the passenger of a street trip scans: the trip, its payment and its receipt. */
export function PassengerLink({ bookingId }: { bookingId: number }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const link = useMutation({ mutationFn: () => passengerLink(bookingId) });
  const open = () => {
    setOpened(true);
    link.mutate();
  };
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconQrcode size={20} aria-hidden="true" />}
        aria-haspopup="dialog"
        onClick={open}
      >
        {t("driver.passenger_link")}
      </Button>
      <Modal
        opened={opened}
        onClose={() => setOpened(false)}
        title={t("driver.passenger_link_title")}
        closeButtonProps={{ "aria-label": t("app.close") }}
      >
        <div className={classes.link}>
          <p>{t("driver.passenger_link_lead")}</p>
          {link.isError ? (
            <ErrorState compact error={link.error} onRetry={() => link.mutate()} />
          ) : link.data ? (
            <>
              <img src={link.data.qr_code} alt={t("driver.passenger_link_alt")} />
              <bdi dir="ltr">{link.data.url}</bdi>
            </>
          ) : (
            <Skeleton height="16rem" width="16rem" radius="md" />
          )}
        </div>
      </Modal>
    </>
  );
}
