import type { PrecacheEntry } from "workbox-precaching";

/** A built file; without roles it is for all roles, without a language for all languages. */
export interface BuiltFile extends PrecacheEntry {
  roles?: string[];
  language?: string;
}

/** Returns the files that the user needs offline, by the query string of the worker's URL. */
export function filesFor(files: readonly (BuiltFile | string)[], search: string): PrecacheEntry[] {
  const params = new URLSearchParams(search);
  const role = params.get("role");
  const spoken = params.get("language");
  return files.flatMap((file) => {
    const { url, revision, integrity, roles, language }: BuiltFile =
      typeof file === "string" ? { url: file } : file;
    // A worker of an older release was registered without a role, and caches only the shell.
    const needed =
      (!roles || (role !== null && roles.includes(role))) && (!language || language === spoken);
    if (!needed) return [];
    return [{ url, revision: revision ?? null, ...(integrity ? { integrity } : {}) }];
  });
}
