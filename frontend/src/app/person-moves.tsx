import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { movesOfQuery } from "@/api/payouts";
import { PersonFees } from "@/features/payouts/person-fees";
import { Moves } from "@/ui/moves/moves";
import { EmptyState } from "@/ui/states";

/** What a person owes, and what moved in their wallet. */
export function PersonMoves({ person }: { person: number }) {
  const { t } = useTranslation();
  const history = useInfiniteQuery(movesOfQuery(person));
  return (
    <>
      <PersonFees person={person} />
      <Moves history={history} empty={<EmptyState compact title={t("people.no_moves")} />} />
    </>
  );
}
