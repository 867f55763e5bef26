import { useMutation, useQueryClient } from "@tanstack/react-query";
import { download, saveFile } from "@/api/download";
import { batchFilePath, createBatch, withdrawalsKey } from "@/api/payouts";
import { newIdempotencyKey } from "@/api/request";

/** Downloads a bank file. */
export async function fetchBankFile(id: number): Promise<void> {
  saveFile(await download(batchFilePath(id), `bank-${id}.csv`));
}

/** Creates a bank file of these withdrawals, or of all pending ones, and downloads it. */
export function useBankFile(onCreated: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (ids: number[]) => {
      const batch = await createBatch(ids, newIdempotencyKey());
      // The file stays in the list even if the download fails.
      onCreated();
      await client.invalidateQueries({ queryKey: withdrawalsKey });
      await fetchBankFile(batch.id);
      return batch;
    },
  });
}
