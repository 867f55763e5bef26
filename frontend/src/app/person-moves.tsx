import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { movesOfQuery } from "@/api/payouts";
import { Moves } from "@/ui/moves/moves";
import { EmptyState } from "@/ui/states";

/** What moved in somebody's wallet. */
export function PersonMoves({ person }: { person: number }) {
  const { t } = useTranslation();
  const history = useInfiniteQuery(movesOfQuery(person));
  return <Moves history={history} empty={<EmptyState compact title={t("people.no_moves")} />} />;
}
