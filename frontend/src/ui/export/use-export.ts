import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { deleteExport, exportKey } from "@/api/exports";
import { newIdempotencyKey } from "@/api/request";
import type { Export } from "@/api/types";

type Start<Input> = (input: Input, idempotencyKey: string) => Promise<Export>;

/** An export of this page: starts, cancels or resets it. */
export function useExport<Input>(start: Start<Input>) {
  const client = useQueryClient();
  const [id, setId] = useState<number | null>(null);
  const begin = useMutation({
    mutationFn: (input: Input) => start(input, newIdempotencyKey()),
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
