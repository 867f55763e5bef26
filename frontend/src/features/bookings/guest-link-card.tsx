import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { revokeGuestLink, sendGuestLink } from "@/api/guest-links";
import type { Booking } from "@/api/types";
import { errorText } from "@/i18n/error-text";
import { ConfirmSheet } from "@/ui/confirm-sheet";
import { toast } from "@/ui/toast";
import classes from "./booking-detail.module.css";

/** Sends the rider of a booking that staff made a link to it, or revokes the link. */
export function GuestLinkCard({ booking }: { booking: Booking }) {
  const { t } = useTranslation();
  const [revoking, setRevoking] = useState(false);
  const send = useMutation({
    mutationFn: () => sendGuestLink(booking.id),
    onSuccess: () => toast.success(t("guest.staff_sent")),
  });
  const revoke = useMutation({
    mutationFn: () => revokeGuestLink(booking.id),
    onSuccess: () => {
      toast.success(t("guest.staff_revoked"));
      setRevoking(false);
    },
  });
  const ended = booking.status === "COMPLETE" || booking.status === "CANCELLED";
  if (!booking.booking_type_admin || ended || !booking.customer.contact) return null;
  return (
    <section className={classes.card} aria-labelledby="guest-link">
      <h2 id="guest-link">{t("guest.staff_title")}</h2>
      <p>{t("guest.staff_lead")}</p>
      <div className={classes.buttons}>
        <Button variant="default" loading={send.isPending} onClick={() => send.mutate()}>
          {t("guest.staff_send")}
        </Button>
        <Button
          variant="subtle"
          color="brick"
          aria-haspopup="dialog"
          onClick={() => setRevoking(true)}
        >
          {t("guest.staff_revoke")}
        </Button>
      </div>
      {send.error ? <p role="alert">{errorText(send.error, t)}</p> : null}
      <ConfirmSheet
        opened={revoking}
        onClose={() => setRevoking(false)}
        title={t("guest.staff_revoke")}
        confirmLabel={t("guest.staff_revoke")}
        onConfirm={() => revoke.mutate()}
        tone="danger"
        working={revoke.isPending}
        error={revoke.error}
        guarded={false}
      >
        <p>{t("guest.staff_revoke_lead")}</p>
      </ConfirmSheet>
    </section>
  );
}
