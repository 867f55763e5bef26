import { get } from "@/api/client";

/** Saves a text as a file of the user's device. */
export function saveFile(name: string, text: string, type = "application/json"): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** Downloads a tariff as the file that another platform imports. */
export async function downloadTariff(id: number): Promise<void> {
  const file = await get("tariffs/{id}/file/", { path: { id } });
  saveFile(`tariff-${id}.json`, JSON.stringify(file, null, 2));
}
