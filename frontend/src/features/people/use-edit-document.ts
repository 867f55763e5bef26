import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type DocumentChanges, documentsQuery, editDocument } from "@/api/people";
import type { DriverDocument, Results } from "@/api/types";

/** Changes a paper at once, and puts it back when the server refuses. */
export function useEditDocument(paper: DriverDocument, onDone?: () => void) {
  const client = useQueryClient();
  const { queryKey } = documentsQuery(paper.driver_id);
  const put = (row: DriverDocument) =>
    client.setQueryData<Results<DriverDocument>>(queryKey, (page) =>
      page ? { results: page.results.map((one) => (one.id === row.id ? row : one)) } : page,
    );
  return useMutation({
    mutationFn: (changes: DocumentChanges) => editDocument(paper.id, changes),
    onMutate: async (changes) => {
      await client.cancelQueries({ queryKey });
      put({ ...paper, ...changes });
    },
    onSuccess: (row) => {
      put(row);
      onDone?.();
    },
    onError: () => put(paper),
  });
}
