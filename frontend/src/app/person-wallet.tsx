import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { walletEntriesQuery } from "@/api/payouts";
import { PersonFees } from "@/features/payouts/person-fees";
import { EmptyState } from "@/ui/states";
import { WalletEntries } from "@/ui/wallet-entries/wallet-entries";

/** A user's owed fees and wallet entries. */
export function PersonWallet({ person }: { person: number }) {
  const { t } = useTranslation();
  const history = useInfiniteQuery(walletEntriesQuery(person));
  return (
    <>
      <PersonFees person={person} />
      <WalletEntries
        history={history}
        empty={<EmptyState compact title={t("people.no_moves")} />}
      />
    </>
  );
}
