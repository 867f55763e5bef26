import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { ApiError } from "@/api/error";
import { receiptQuery } from "@/api/receipt";
import { PageHeader } from "@/ui/page-header";
import { EmptyState, ErrorState, LoadingState, NotFoundState } from "@/ui/states";
import { ReceiptActions } from "./receipt-actions";
import { ReceiptDocument } from "./receipt-document";
import classes from "./receipt-page.module.css";

/** The receipt of a paid trip: to read, print, download and share. */
export function ReceiptPage({ id }: { id: number }) {
  const { t } = useTranslation();
  const { data: receipt, error, refetch } = useQuery(receiptQuery(id));
  const back = `/bookings/${id}`;

  if (!receipt && error instanceof ApiError && error.status === 404) {
    return <NotFoundState page title={t("receipt.gone")} />;
  }
  if (!receipt && error instanceof ApiError && error.code === "no_receipt") {
    return (
      <EmptyState
        page
        title={t("errors.no_receipt")}
        action={
          <Button component={Link} to={back} variant="default">
            {t("receipt.to_trip")}
          </Button>
        }
      />
    );
  }
  if (!receipt && error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!receipt) return <LoadingState />;

  return (
    <div className={classes.page}>
      <div className={classes.tools}>
        <PageHeader
          back={back}
          title={t("receipt.title")}
          reading
          actions={<ReceiptActions receipt={receipt} />}
        />
      </div>
      <ReceiptDocument receipt={receipt} />
    </div>
  );
}
