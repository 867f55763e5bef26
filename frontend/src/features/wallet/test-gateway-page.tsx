import { Button, Skeleton } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router";
import { pressTestButton, testPaymentQuery } from "@/api/payments";
import type { TestPayment } from "@/api/types";
import { errorText } from "@/i18n/error-text";
import { Money } from "@/ui/money";
import { PageHeader } from "@/ui/page-header";
import { ErrorState } from "@/ui/states";
import classes from "./wallet.module.css";

const MAIN = "approve";

/** The page of the sandbox gateway, with a button for each outcome. */
export function TestGatewayPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { ref = "" } = useParams();
  const page = useQuery(testPaymentQuery(ref));
  const press = useMutation({
    mutationFn: (button: TestPayment["buttons"][number]) => pressTestButton(ref, button),
    onSuccess: ({ next_url }) => navigate(new URL(next_url).pathname, { replace: true }),
  });
  const header = <PageHeader title={t("wallet.test_title")} lead={t("wallet.test_lead")} />;
  if (page.isError && !page.data) {
    return (
      <div className={classes.page}>
        {header}
        <ErrorState error={page.error} onRetry={() => void page.refetch()} />
      </div>
    );
  }
  return (
    <div className={classes.page}>
      {header}
      <section className={classes.outcome}>
        <div className={classes.sum}>
          {page.data ? <Money amount={page.data.amount} /> : <Skeleton height={40} width={150} />}
        </div>
        {press.error ? <p role="alert">{errorText(press.error, t)}</p> : null}
        <div className={classes.buttons}>
          {page.data?.buttons.map((button) => (
            <Button
              key={button}
              size="md"
              variant={button === MAIN ? "lamp" : "default"}
              loading={press.isPending && press.variables === button}
              disabled={press.isPending}
              onClick={() => press.mutate(button)}
            >
              {t(`wallet.test_${button}`)}
            </Button>
          ))}
        </div>
      </section>
    </div>
  );
}
