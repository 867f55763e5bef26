import { Button, SegmentedControl, Textarea } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconDownload, IconMinus, IconPlus } from "@tabler/icons-react";
import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { Suspense, useRef } from "react";
import { useTranslation } from "react-i18next";
import { isWaiting } from "@/api/approvals";
import { publicSettingsQuery } from "@/api/catalogue";
import { ApiError, outcomeUnknown } from "@/api/error";
import {
  changeWallet,
  type WalletChange,
  walletEntriesKey,
  walletEntriesQuery,
} from "@/api/payouts";
import { newIdempotencyKey } from "@/api/request";
import type { WalletOwner } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { useAmount } from "@/ui/amount";
import { AmountInput } from "@/ui/amount-input";
import { AboveLimit } from "@/ui/approvals/above-limit";
import { useApprovalLimit } from "@/ui/approvals/use-approval-limit";
import { ConfirmSheet } from "@/ui/confirm-sheet";
import { Form } from "@/ui/form/form";
import { FormFailure } from "@/ui/form/form-failure";
import { useForm } from "@/ui/form/use-form";
import { lazy } from "@/ui/lazy";
import { Money } from "@/ui/money";
import { PageHeader } from "@/ui/page-header";
import { EmptyState } from "@/ui/states";
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
  const [confirming, confirm] = useDisclosure(false);
  /** A retry with an unknown outcome sends the same key and values. */
  const attempt = useRef<{ sent: string; key: string } | null>(null);
  const form = useForm({
    values: {
      person: null as WalletOwner | null,
      change: "credit" as WalletChange,
      typed: "",
      note: "",
    },
    send: async (values) => {
      const to = values.person;
      if (!to) throw new ApiError(400, "no_details_error", "");
      const body = { amount, note: values.note.trim() };
      const sent = JSON.stringify([to.id, values.change, body]);
      if (attempt.current?.sent !== sent) attempt.current = { sent, key: newIdempotencyKey() };
      const reply = await changeWallet(to.id, values.change, body, attempt.current.key);
      const waits = isWaiting(reply);
      return { waits, owner: waits ? to : { ...to, wallet_balance: reply.balance } };
    },
    marks: ({ code }, values) => {
      if (code === "note_required") return ["note"];
      if (code !== "no_details_error") return [];
      return values.person ? ["typed"] : valid ? ["person"] : ["person", "typed"];
    },
    notice: ({ waits }) => t(waits ? "approvals.sent" : "errors.success"),
    onDone: ({ owner: updated }) => {
      attempt.current = null;
      form.setValues({ person: updated, typed: "", note: "" });
      settle(updated);
      return client.invalidateQueries({ queryKey: ["wallets"] });
    },
    onRefused: (error) => {
      if (!outcomeUnknown(error)) attempt.current = null;
      settle(form.values.person);
    },
  });
  const { person, change, typed, note } = form.values;
  const { amount, valid, problem: outOfRange } = useAmount(typed, MAX_AMOUNT);
  const ready = person !== null && valid;
  const settle = (owner: WalletOwner | null) => {
    confirm.close();
    if (owner) void client.invalidateQueries({ queryKey: walletEntriesKey(owner.id) });
  };
  const submit = () => {
    const range: Record<string, string> =
      outOfRange && Number(amount) > 0 ? { amount: outOfRange } : {};
    if (!ready) form.refuse(new ApiError(400, "no_details_error", "", range));
    else if (!note.trim()) form.refuse(new ApiError(400, "note_required", ""));
    else confirm.open();
  };

  const limit = useApprovalLimit("approval_wallet_limit");
  const above = valid && limit !== null && Number(amount) > Number(limit) ? limit : null;

  const sum = { amount: money(amount) };
  const labels = {
    credit: ready ? t("payouts.add_amount", sum) : t("payouts.add_to_wallet"),
    debit: ready ? t("payouts.debit_amount", sum) : t("payouts.debit_wallet"),
  };
  const label = labels[change];

  return (
    <div className={`${classes.page} ${classes.narrow}`}>
      <PageHeader title={t("payouts.add_to_wallet")} />
      <Form form={form} onSubmit={submit} className={classes.card}>
        <PersonSelect
          person={person}
          error={form.errorOf("person")}
          onChange={(chosen) => form.setFieldValue("person", chosen)}
        />
        {person ? (
          <p className={classes.soft} aria-live="polite">
            {t("wallet.balance")} <Money amount={person.wallet_balance} />
          </p>
        ) : null}
        <SegmentedControl
          aria-label={t("payouts.change")}
          {...form.field("change")}
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
          {...form.field("typed")}
          leftSection={settings.data?.symbol}
        />
        <Textarea
          label={t("payouts.note")}
          description={t("payouts.note_hint")}
          autosize
          minRows={2}
          maxLength={250}
          {...form.field("note")}
        />
        <FormFailure form={form} />
        <Button
          type="submit"
          variant="lamp"
          size="md"
          loading={form.isPending}
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
      </Form>
      <ConfirmSheet
        opened={confirming}
        onClose={confirm.close}
        title={label}
        notice={above ? <AboveLimit limit={above} /> : null}
        confirmLabel={above ? t("approvals.request") : label}
        onConfirm={form.submit}
        tone={change === "credit" ? "lamp" : "danger"}
        working={form.isPending}
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
