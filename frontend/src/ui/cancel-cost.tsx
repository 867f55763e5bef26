import { Skeleton } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { CancelPreview } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import classes from "./cancel-cost.module.css";
import { ErrorState } from "./states";

interface CancelCostProps {
  preview: UseQueryResult<CancelPreview>;
  /** Whether the driver is at the pickup. */
  arrived: boolean;
}

/** What cancelling costs and refunds now, calculated by the server. */
export function CancelCost({ preview, arrived }: CancelCostProps) {
  const { t } = useTranslation();
  const { money } = useFormat();

  if (preview.isPending) return <Skeleton height="3rem" radius="md" />;
  if (preview.isError) {
    return <ErrorState compact error={preview.error} onRetry={() => void preview.refetch()} />;
  }
  const { fee, owed, refund, explanation } = preview.data;
  const costs = Number(fee) > 0;
  return (
    <p className={classes.cost} data-costs={costs || undefined} role="status">
      {costs
        ? t(arrived ? "trip.cancel_fee_here" : "trip.cancel_fee", { amount: money(fee) })
        : t("trip.cancel_cost")}
      {explanation ? <span className={classes.explanation}>{explanation}</span> : null}
      {Number(owed) > 0 ? ` ${t("trip.cancel_fee_owed", { amount: money(owed) })}` : null}
      {Number(refund) > 0 ? ` ${t("trip.cancel_refund", { amount: money(refund) })}` : null}
    </p>
  );
}
