import { Button } from "@mantine/core";
import { IconFileDownload } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { WithdrawalRow } from "@/api/types";
import { errorText } from "@/i18n/error-text";
import { toast } from "@/ui/toast";
import classes from "./payouts.module.css";
import { useBankFile } from "./use-bank-file";

interface ChosenBarProps {
  chosen: readonly WithdrawalRow[];
  /** Some of the list could go into a file. */
  waiting: boolean;
  onMade: () => void;
}

/** The way from withdrawals to a file for the bank: of the chosen ones, or of all that wait. */
export function ChosenBar({ chosen, waiting, onMade }: ChosenBarProps) {
  const { t } = useTranslation();
  const file = useBankFile(() => {
    onMade();
    toast.success(t("payouts.file_made"));
  });
  if (!waiting && !file.error) return null;
  const count = chosen.length;
  return (
    <section className={classes.bar} aria-label={t("payouts.files")}>
      <span aria-live="polite">
        {count > 0 ? t("payouts.chosen", { count }) : t("payouts.choose_hint")}
      </span>
      {file.error ? (
        <p className={classes.trouble} role="alert">
          {errorText(file.error, t)}
        </p>
      ) : null}
      <Button
        leftSection={<IconFileDownload size={18} aria-hidden="true" />}
        loading={file.isPending}
        onClick={() => file.mutate(chosen.map(({ id }) => id))}
      >
        {count > 0 ? t("payouts.file_of", { count }) : t("payouts.file_of_all")}
      </Button>
    </section>
  );
}
