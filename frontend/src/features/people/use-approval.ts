import { useMutation, useQueryClient } from "@tanstack/react-query";
import { editPerson, peopleKey, personKey } from "@/api/people";
import { useViewer } from "@/api/session";
import type { Person } from "@/api/types";

/** Whether somebody may come in: shown at once, put back when the server refuses. */
export function useApproval(person: Person) {
  const client = useQueryClient();
  const { me } = useViewer();
  const key = personKey(person.id);
  const work = useMutation({
    mutationFn: () => editPerson(person.id, { approved: !person.approved }),
    onMutate: () => client.setQueryData(key, { ...person, approved: !person.approved }),
    onSuccess: (saved) => {
      client.setQueryData(key, saved);
      void client.invalidateQueries({ queryKey: peopleKey });
    },
    onError: () => client.setQueryData(key, person),
  });
  return {
    may: person.may_approve && person.id !== me?.id,
    turn: () => work.mutate(),
    working: work.isPending,
    error: work.error,
  };
}
