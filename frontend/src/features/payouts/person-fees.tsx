import { Button, Textarea } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { owedFeesKey, owedFeesQuery, writeOffFee } from "@/api/payouts";
import { useMay } from "@/api/permissions";
import type { OwedFee } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { ConfirmSheet } from "@/ui/confirm-sheet";
import { Message } from "@/ui/message";
import { ErrorState } from "@/ui/states";

/** A rider's owed fees for staff: each with its booking, and a button to write it off. */
export function PersonFees({ person }: { person: number }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const fees = useQuery(owedFeesQuery(person));
  const [chosen, setChosen] = useState<OwedFee | null>(null);
  const mayWriteOff = useMay()("money", "change");
  if (fees.isError) {
    return <ErrorState compact error={fees.error} onRetry={() => void fees.refetch()} />;
  }
  const open = (fees.data?.results ?? []).filter((fee) => fee.settled_at === null);
  return (
    <>
      {open.map((fee) => (
        <Message
          key={fee.id}
          tone="lamp"
          action={
            mayWriteOff ? (
              <Button variant="default" aria-haspopup="dialog" onClick={() => setChosen(fee)}>
                {t("wallet.write_off")}
              </Button>
            ) : null
          }
        >
          <strong>{t("wallet.owed", { amount: money(fee.left) })}</strong>{" "}
          <Link to={`/bookings/${fee.booking_id}`}>
            {t("wallet.owed_for", { reference: fee.reference })}
          </Link>
        </Message>
      ))}
      {chosen ? <WriteOff fee={chosen} person={person} onClose={() => setChosen(null)} /> : null}
    </>
  );
}

function WriteOff({ fee, person, onClose }: { fee: OwedFee; person: number; onClose: () => void }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const client = useQueryClient();
  const [reason, setReason] = useState("");
  const writeOff = useMutation({
    mutationFn: () => writeOffFee(fee.id, reason.trim()),
    onSuccess: onClose,
    onSettled: () => client.invalidateQueries({ queryKey: owedFeesKey(person) }),
  });
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t("wallet.write_off_title", { amount: money(fee.left) })}
      confirmLabel={t("wallet.write_off")}
      onConfirm={() => writeOff.mutate()}
      tone="danger"
      working={writeOff.isPending}
      error={writeOff.error}
      blockedReason={reason.trim() ? undefined : t("wallet.write_off_reason_needed")}
    >
      <p>{t("wallet.write_off_body")}</p>
      <Textarea
        label={t("wallet.write_off_reason")}
        autosize
        minRows={2}
        maxLength={250}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        data-autofocus
      />
    </ConfirmSheet>
  );
}
