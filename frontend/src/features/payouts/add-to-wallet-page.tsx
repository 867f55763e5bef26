import { Button, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconDownload, IconPlus } from "@tabler/icons-react";
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { publicSettingsQuery } from "@/api/catalogue";
import { creditWallet, movesOfKey, movesOfQuery } from "@/api/payouts";
import { newIdempotencyKey } from "@/api/request";
import type { WalletOwner } from "@/api/types";
import { errorText } from "@/i18n/error-text";
import { useFormat } from "@/i18n/use-format";
import { Money } from "@/ui/money";
import { Moves } from "@/ui/moves/moves";
import { PageHeader } from "@/ui/page-header";
import { EmptyState } from "@/ui/states";
import { toast } from "@/ui/toast";
import classes from "./payouts.module.css";
import { PersonSelect } from "./person-select";

const ExportDialog = lazy(async () => ({
  default: (await import("@/ui/export/export-dialog")).ExportDialog,
}));
const SENSIBLE = /^\d{1,9}([.,]\d{1,3})?$/;

/** An admin gives money to a rider or a driver, and sees what moved in that wallet. */
export function AddToWalletPage() {
  const { t } = useTranslation();
  const { money } = useFormat();
  const client = useQueryClient();
  const settings = useQuery(publicSettingsQuery());
  const [person, setPerson] = useState<WalletOwner | null>(null);
  const [typed, setTyped] = useState("");
  const [missing, setMissing] = useState(false);
  const [key, setKey] = useState(newIdempotencyKey);
  const amount = typed.trim().replace(",", ".");
  const ready = person !== null && SENSIBLE.test(typed.trim()) && Number(amount) > 0;
  const give = useMutation({
    mutationFn: (to: WalletOwner) => creditWallet(to.id, amount, key),
    onSuccess: ({ balance }, to) => {
      toast.success(t("errors.success"));
      setPerson({ ...to, wallet_balance: balance });
      setTyped("");
      return client.invalidateQueries({ queryKey: ["wallets"] });
    },
    onSettled: (_, __, to) => {
      setKey(newIdempotencyKey());
      void client.invalidateQueries({ queryKey: movesOfKey(to.id) });
    },
  });
  const changed = () => {
    setMissing(false);
    setKey(newIdempotencyKey());
    give.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (ready && person) give.mutate(person);
    else setMissing(true);
  };
  const trouble = missing
    ? t("errors.no_details_error")
    : give.error
      ? errorText(give.error, t)
      : null;

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
        <TextInput
          label={t("wallet.amount")}
          size="md"
          inputMode="decimal"
          autoComplete="off"
          dir="ltr"
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            changed();
          }}
          leftSection={settings.data?.symbol}
        />
        {trouble ? (
          <p className={classes.trouble} role="alert">
            {trouble}
          </p>
        ) : null}
        <Button
          type="submit"
          variant="lamp"
          size="md"
          loading={give.isPending}
          leftSection={<IconPlus size={20} aria-hidden="true" />}
        >
          {ready ? t("payouts.add_amount", { amount: money(amount) }) : t("payouts.add_to_wallet")}
        </Button>
      </form>
      {person ? <PersonMoves key={person.id} person={person} /> : null}
    </div>
  );
}

function PersonMoves({ person }: { person: WalletOwner }) {
  const { t } = useTranslation();
  const history = useInfiniteQuery(movesOfQuery(person.id));
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
          onClick={exporter.open}
        >
          {t("history.export")}
        </Button>
      </div>
      <Moves
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
