import { get } from "@/api/client";

/** Downloads a tariff as the file that another platform imports. */
export async function downloadTariff(id: number): Promise<void> {
  const file = await get("tariffs/{id}/file/", { path: { id } });
  const url = URL.createObjectURL(
    new Blob([JSON.stringify(file, null, 2)], { type: "application/json" }),
  );
  const link = document.createElement("a");
  link.href = url;
  link.download = `tariff-${id}.json`;
  link.click();
  URL.revokeObjectURL(url);
}
