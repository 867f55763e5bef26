import { Button, SegmentedControl, Textarea } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconDownload, IconMinus, IconPlus } from "@tabler/icons-react";
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { publicSettingsQuery } from "@/api/catalogue";
import { outcomeUnknown } from "@/api/error";
import {
  changeWallet,
  type WalletChange,
  walletEntriesKey,
  walletEntriesQuery,
} from "@/api/payouts";
import { newIdempotencyKey } from "@/api/request";
import type { WalletOwner } from "@/api/types";
import { errorText } from "@/i18n/error-text";
import { useFormat } from "@/i18n/use-format";
import { useAmount } from "@/ui/amount";
import { AmountInput } from "@/ui/amount-input";
import { ConfirmSheet } from "@/ui/confirm-sheet";
import { lazy } from "@/ui/lazy";
import { Money } from "@/ui/money";
import { PageHeader } from "@/ui/page-header";
import { EmptyState } from "@/ui/states";
import { toast } from "@/ui/toast";
import { WalletEntries } from "@/ui/wallet-entries/wallet-entries";
import classes from "./payouts.module.css";
import { PersonSelect } from "./person-select";

const ExportDialog = lazy(async () => ({
  default: (await import("@/ui/export/export-dialog")).ExportDialog,
}));
/** The server's limit. */
const MAX_AMOUNT = 100_000_000;

/** An admin credits a wallet or corrects a credit, with a note, and sees the wallet's transactions. */
export function AddToWalletPage() {
  const { t } = useTranslation();
  const { money } = useFormat();
  const client = useQueryClient();
  const settings = useQuery(publicSettingsQuery());
  const [person, setPerson] = useState<WalletOwner | null>(null);
  const [change, setChange] = useState<WalletChange>("credit");
  const [typed, setTyped] = useState("");
  const [note, setNote] = useState("");
  const [missing, setMissing] = useState<"no_details_error" | "note_required" | null>(null);
  const [confirming, confirm] = useDisclosure(false);
  const [key, setKey] = useState(newIdempotencyKey);
  const { amount, valid, problem: outOfRange } = useAmount(typed, MAX_AMOUNT);
  const ready = person !== null && valid;
  const give = useMutation({
    mutationFn: (to: WalletOwner) =>
      changeWallet(to.id, change, { amount, note: note.trim() }, key),
    onSuccess: ({ balance }, to) => {
      toast.success(t("errors.success"));
      setPerson({ ...to, wallet_balance: balance });
      setTyped("");
      setNote("");
      setKey(newIdempotencyKey());
      return client.invalidateQueries({ queryKey: ["wallets"] });
    },
    onError: (error) => {
      // The outcome may be unknown: a retry then uses the same key.
      if (!outcomeUnknown(error)) setKey(newIdempotencyKey());
    },
    onSettled: (_, __, to) => {
      confirm.close();
      void client.invalidateQueries({ queryKey: walletEntriesKey(to.id) });
    },
  });
  const changed = () => {
    setMissing(null);
    setKey(newIdempotencyKey());
    give.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!ready) setMissing("no_details_error");
    else if (!note.trim()) setMissing("note_required");
    else confirm.open();
  };
  const range = missing === "no_details_error" && Number(amount) > 0 ? outOfRange : null;
  const problem = missing
    ? (range ?? t(`errors.${missing}`))
    : give.error
      ? errorText(give.error, t)
      : null;

  const sum = { amount: money(amount) };
  const labels = {
    credit: ready ? t("payouts.add_amount", sum) : t("payouts.add_to_wallet"),
    debit: ready ? t("payouts.debit_amount", sum) : t("payouts.debit_wallet"),
  };
  const label = labels[change];

  return (
    <div className={`${classes.page} ${classes.narrow}`}>
      <PageHeader title={t("payouts.add_to_wallet")} />
      <form className={classes.card} onSubmit={submit} noValidate>
        <PersonSelect
          person={person}
          onChange={(chosen) => {
            setPerson(chosen);
            changed();
          }}
        />
        {person ? (
          <p className={classes.soft} aria-live="polite">
            {t("wallet.balance")} <Money amount={person.wallet_balance} />
          </p>
        ) : null}
        <SegmentedControl
          aria-label={t("payouts.change")}
          value={change}
          onChange={(chosen) => {
            setChange(chosen as WalletChange);
            changed();
          }}
          data={[
            { value: "credit", label: t("payouts.change_credit") },
            { value: "debit", label: t("payouts.change_debit") },
          ]}
        />
        <AmountInput
          label={t("wallet.amount")}
          size="md"
          autoComplete="off"
          dir="ltr"
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            changed();
          }}
          leftSection={settings.data?.symbol}
        />
        <Textarea
          label={t("payouts.note")}
          description={t("payouts.note_hint")}
          autosize
          minRows={2}
          maxLength={250}
          value={note}
          onChange={(event) => {
            setNote(event.currentTarget.value);
            changed();
          }}
        />
        {problem ? (
          <p className={classes.error} role="alert">
            {problem}
          </p>
        ) : null}
        <Button
          type="submit"
          variant="lamp"
          size="md"
          loading={give.isPending}
          leftSection={
            change === "credit" ? (
              <IconPlus size={20} aria-hidden="true" />
            ) : (
              <IconMinus size={20} aria-hidden="true" />
            )
          }
        >
          {label}
        </Button>
      </form>
      <ConfirmSheet
        opened={confirming}
        onClose={confirm.close}
        title={label}
        confirmLabel={label}
        onConfirm={() => person && give.mutate(person)}
        tone={change === "credit" ? "lamp" : "danger"}
        working={give.isPending}
      >
        <p>{t(`payouts.confirm_${change}`, { amount: money(amount), name: person?.name ?? "" })}</p>
        <p>
          <bdi>{note}</bdi>
        </p>
      </ConfirmSheet>
      {person ? <PersonMoves key={person.id} person={person} /> : null}
    </div>
  );
}

function PersonMoves({ person }: { person: WalletOwner }) {
  const { t } = useTranslation();
  const history = useInfiniteQuery(walletEntriesQuery(person.id));
  const [exporting, exporter] = useDisclosure(false);
  return (
    <section aria-labelledby="person-moves">
      <div className={classes.head}>
        <h2 id="person-moves" className={classes.heading}>
          {t("payouts.moves_of", { name: person.name })}
        </h2>
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden="true" />}
          aria-haspopup="dialog"
          onClick={exporter.open}
        >
          {t("history.export")}
        </Button>
      </div>
      <WalletEntries
        history={history}
        empty={<EmptyState compact title={t("wallet.empty_title")} body={t("wallet.empty_body")} />}
      />
      {exporting ? (
        <Suspense fallback={null}>
          <ExportDialog
            kind="wallet"
            filters={{ user: person.id }}
            lead={t("payouts.export_moves")}
            opened
            onClose={exporter.close}
          />
        </Suspense>
      ) : null}
    </section>
  );
}
