import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type DocumentChanges, documentsQuery, editDocument } from "@/api/people";
import type { DriverDocument, Results } from "@/api/types";

/** Edits a document optimistically, and rolls back when the server rejects it. */
export function useEditDocument(driverDocument: DriverDocument, onDone?: () => void) {
  const client = useQueryClient();
  const { queryKey } = documentsQuery(driverDocument.driver_id ?? 0);
  const updateRow = (row: DriverDocument) =>
    client.setQueryData<Results<DriverDocument>>(queryKey, (page) =>
      page ? { results: page.results.map((one) => (one.id === row.id ? row : one)) } : page,
    );
  return useMutation({
    mutationFn: (changes: DocumentChanges) =>
      editDocument(driverDocument.id, { ...changes, photo: driverDocument.photo }),
    onMutate: async (changes) => {
      await client.cancelQueries({ queryKey });
      updateRow({ ...driverDocument, ...changes });
    },
    onSuccess: (row) => {
      updateRow(row);
      onDone?.();
    },
    onError: () => updateRow(driverDocument),
  });
}
