import { queryOptions } from "@tanstack/react-query";
import { get, post, type RowOf, remove } from "./client";
import { download, saveFile } from "./download";
import type { QueryParams } from "./request";
import type { components } from "./schema";

type Schemas = components["schemas"];
export type RegisterRow = RowOf<"register/">;
export type InspectorAccess = Schemas["InspectorAccess"];
export type NewInspectorAccess = Schemas["NewInspectorAccess"];
export type FileFormat = "csv" | "xlsx" | "pdf";

/** The outcome of a dispatch whose driver left the booking. */
export const REPLACED = "REPLACED";
export const accessesKey = ["inspector-accesses"] as const;

export const giveAccess = (body: Schemas["GiveAccessRequest"]) =>
  post("inspector-accesses/", { body });

export const revokeAccess = (id: number) => remove("inspector-accesses/{id}/", { path: { id } });

/** What an inspector's link opens; no one else is logged in there. */
export const inspectionQuery = (token: string) =>
  queryOptions({
    queryKey: ["inspection", token],
    queryFn: ({ signal }) =>
      get("inspection/{token}/", { path: { token }, anonymous: true, signal }),
    retry: false,
  });

/** Downloads the filtered register, in the page's language. */
async function saveRegister(path: string, format: FileFormat, params: QueryParams): Promise<void> {
  const file = await download(path, `register.${format}`, { params: { ...params, format } });
  saveFile(file);
}

export const saveOwnRegister = (format: FileFormat, params: QueryParams) =>
  saveRegister("register/file/", format, params);

export const saveInspection = (token: string, format: FileFormat, params: QueryParams) =>
  saveRegister(`inspection/${encodeURIComponent(token)}/file/`, format, params);
