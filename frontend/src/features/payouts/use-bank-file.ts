import { useMutation, useQueryClient } from "@tanstack/react-query";
import { download, saveFile } from "@/api/download";
import { batchFilePath, createBatch, withdrawalsKey } from "@/api/payouts";
import { newIdempotencyKey } from "@/api/request";

/** Downloads a file for the bank. */
export async function fetchBankFile(id: number): Promise<void> {
  saveFile(await download(batchFilePath(id), `bank-${id}.csv`));
}

/** Makes a file of the chosen withdrawals, or of all that wait, and fetches it. */
export function useBankFile(onMade: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (ids: number[]) => {
      const batch = await createBatch(ids, newIdempotencyKey());
      // It is made, and stays in the list of files, whatever becomes of the download.
      onMade();
      await client.invalidateQueries({ queryKey: withdrawalsKey });
      await fetchBankFile(batch.id);
      return batch;
    },
  });
}
