import { Button } from "@mantine/core";
import { IconFileDownload } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { WithdrawalRow } from "@/api/types";
import { errorText } from "@/i18n/error-text";
import { toast } from "@/ui/toast";
import classes from "./payouts.module.css";
import { useBankFile } from "./use-bank-file";

interface SelectionBarProps {
  selected: readonly WithdrawalRow[];
  /** Whether any row can be added to a file. */
  pending: boolean;
  onCreated: () => void;
}

/** Creates a bank file of the selected withdrawals, or of all pending ones. */
export function SelectionBar({ selected, pending, onCreated }: SelectionBarProps) {
  const { t } = useTranslation();
  const file = useBankFile(() => {
    onCreated();
    toast.success(t("payouts.file_made"));
  });
  if (!pending && !file.error) return null;
  const count = selected.length;
  return (
    <section className={classes.bar} aria-label={t("payouts.files")}>
      <span aria-live="polite">
        {count > 0 ? t("payouts.chosen", { count }) : t("payouts.choose_hint")}
      </span>
      {file.error ? (
        <p className={classes.error} role="alert">
          {errorText(file.error, t)}
        </p>
      ) : null}
      <Button
        leftSection={<IconFileDownload size={18} aria-hidden="true" />}
        loading={file.isPending}
        onClick={() => file.mutate(selected.map(({ id }) => id))}
      >
        {count > 0 ? t("payouts.file_of", { count }) : t("payouts.file_of_all")}
      </Button>
    </section>
  );
}
