import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { deleteExport, type ExportRequest, exportKey, startExport } from "@/api/exports";
import { newIdempotencyKey } from "@/api/request";

/** An export of this page: starts, cancels or resets it. */
export function useExport() {
  const client = useQueryClient();
  const [id, setId] = useState<number | null>(null);
  const begin = useMutation({
    mutationFn: (input: ExportRequest) => startExport(input, newIdempotencyKey()),
    onSuccess: (started) => {
      client.setQueryData(exportKey(started.id), started);
      setId(started.id);
    },
  });
  return {
    id,
    begin: begin.mutate,
    isBeginning: begin.isPending,
    refused: begin.error,
    forget: () => setId(null),
    drop: () => {
      setId(null);
      // The page drops the export in any case; the server deletes leftover files.
      if (id !== null) void deleteExport(id).catch(() => undefined);
    },
  };
}
