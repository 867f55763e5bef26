import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { cancelPreviewQuery } from "@/api/bookings";
import { useFormat } from "@/i18n/use-format";
import { ErrorState } from "@/ui/states";

/** What a cancellation by staff costs the rider, and what is refunded. */
export function StaffCancelCost({ bookingId }: { bookingId: number }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const preview = useQuery(cancelPreviewQuery(bookingId));

  if (preview.isPending) return <Skeleton height="1.5rem" radius="md" />;
  if (preview.isError) {
    return <ErrorState compact error={preview.error} onRetry={() => void preview.refetch()} />;
  }
  const { fee, refund } = preview.data;
  return (
    <p role="status">
      {Number(fee) > 0
        ? t("bookings.cancel_fee", { amount: money(fee) })
        : t("bookings.cancel_free")}
      {Number(refund) > 0 ? ` ${t("bookings.cancel_refund", { amount: money(refund) })}` : null}
    </p>
  );
}
