import { useQueryClient } from "@tanstack/react-query";
import { casesKey, ownCasesKey } from "@/api/cases";
import { useTopic } from "./hooks";

/** Updates the list and the open case of admins and fleet admins while mounted. */
export function useLiveCases(): void {
  const client = useQueryClient();
  const refetch = () => void client.invalidateQueries({ queryKey: casesKey });
  useTopic("cases", { onEvent: refetch, onRefetch: refetch });
}

/** Updates a person's own cases while mounted. */
export function useLiveOwnCases(): void {
  const client = useQueryClient();
  const refetch = () => void client.invalidateQueries({ queryKey: ownCasesKey });
  useTopic("me", {
    onEvent: ({ type }) => {
      if (type === "case.changed") refetch();
    },
    onRefetch: refetch,
  });
}
