import { Button } from "@mantine/core";
import { IconDownload, IconMail, IconPrinter, IconShare2 } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { saveFile } from "@/api/download";
import { emailReceipt, receiptPdf } from "@/api/receipt";
import type { Receipt } from "@/api/types";
import { errorText } from "@/i18n/error-text";
import { toast } from "@/ui/toast";
import classes from "./receipt-page.module.css";

function canShareFiles(): boolean {
  const sample = new File([""], "receipt.pdf", { type: "application/pdf" });
  return navigator.canShare?.({ files: [sample] }) ?? false;
}

/** Prints or downloads the receipt, or shares it if the device can. */
export function ReceiptActions({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation();
  const downloadPdf = useMutation({
    mutationFn: () => receiptPdf(receipt),
    onSuccess: saveFile,
  });
  const share = useMutation({
    mutationFn: async () => {
      const file = await receiptPdf(receipt);
      const title = t("receipt.of", { reference: receipt.reference });
      // Closing the share sheet is not an error.
      await navigator.share({ files: [file], title }).catch(() => undefined);
    },
  });
  const send = useMutation({
    mutationFn: () => emailReceipt(receipt),
    onSuccess: ({ email }) => toast.success(t("receipt.sent", { email })),
  });
  const error = downloadPdf.error ?? share.error ?? send.error;

  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPrinter size={20} aria-hidden="true" />}
        onClick={() => window.print()}
      >
        {t("receipt.print")}
      </Button>
      {receipt.may_be_emailed ? (
        <Button
          variant="default"
          leftSection={<IconMail size={20} aria-hidden="true" />}
          loading={send.isPending}
          onClick={() => send.mutate()}
        >
          {t("receipt.send")}
        </Button>
      ) : null}
      {canShareFiles() ? (
        <Button
          variant="default"
          leftSection={<IconShare2 size={20} aria-hidden="true" />}
          loading={share.isPending}
          onClick={() => share.mutate()}
        >
          {t("receipt.share")}
        </Button>
      ) : null}
      <Button
        variant="lamp"
        leftSection={<IconDownload size={20} aria-hidden="true" />}
        loading={downloadPdf.isPending}
        onClick={() => downloadPdf.mutate()}
      >
        {t("receipt.download")}
      </Button>
      {error ? (
        <p className={classes.error} role="alert">
          {errorText(error, t)}
        </p>
      ) : null}
    </>
  );
}
