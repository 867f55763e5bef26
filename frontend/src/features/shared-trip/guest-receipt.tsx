import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { saveFile } from "@/api/download";
import { guestReceiptPdf, guestReceiptQuery } from "@/api/guests";
import { errorText } from "@/i18n/error-text";
import { FareBreakdown } from "@/ui/fare-breakdown";
import { Message } from "@/ui/message";
import { Money } from "@/ui/money";
import { ErrorState, LoadingState } from "@/ui/states";
import classes from "./guest-trip.module.css";

/** The fare and how it was paid, with the receipt as a PDF. */
export function GuestReceipt({ token }: { token: string }) {
  const { t } = useTranslation();
  const { data: receipt, error, refetch } = useQuery(guestReceiptQuery(token));
  const pdf = useMutation({
    mutationFn: (reference: string) => guestReceiptPdf(token, reference),
    onSuccess: saveFile,
  });
  if (!receipt && error) return <ErrorState compact error={error} onRetry={() => void refetch()} />;
  if (!receipt) return <LoadingState compact />;
  return (
    <section className={classes.pay} aria-labelledby="guest-receipt">
      <h2 id="guest-receipt" className={classes.sum}>
        {t("receipt.title")}
      </h2>
      {receipt.breakdown.length > 0 ? (
        <FareBreakdown lines={receipt.breakdown} total={receipt.trip_cost} />
      ) : null}
      <dl className={classes.paid}>
        {receipt.paid_by.map(({ mode, amount }) => (
          <div key={mode}>
            <dt>
              {mode === "card" && receipt.gateway
                ? t("receipt.paid_card_by", { gateway: receipt.gateway_label })
                : t(`receipt.paid_${mode}`)}
            </dt>
            <dd>
              <Money amount={amount} />
            </dd>
          </div>
        ))}
      </dl>
      {pdf.error ? (
        <Message tone="danger" urgent>
          {errorText(pdf.error, t)}
        </Message>
      ) : null}
      <Button
        variant="default"
        size="md"
        leftSection={<IconDownload size={18} aria-hidden="true" />}
        loading={pdf.isPending}
        onClick={() => pdf.mutate(receipt.reference)}
      >
        {t("receipt.download")}
      </Button>
    </section>
  );
}
