import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Plugin, ResolvedConfig } from "vite";
import { type Needed, neededOffline } from "./offline-files.ts";
import { preloadsOf } from "./preloads.ts";

interface Entry {
  url: string;
  revision: string | null;
  size: number;
}

/**
 * Writes `pages/preloads.json`, from which the server adds each page's scripts to its head, and marks the
 * service worker's files with the roles that need them.
 */
export function sendFirst() {
  let config: ResolvedConfig;
  let needed = new Map<string, Needed>();
  const plugin: Plugin = {
    name: "send-first",
    apply: "build",
    configResolved(resolved) {
      config = resolved;
    },
    writeBundle: {
      order: "post",
      async handler({ dir }, bundle) {
        // The service worker is a separate build without pages.
        if (!("index.html" in bundle)) return;
        needed = neededOffline(bundle);
        const folder = path.join(dir ?? config.build.outDir, "pages");
        await mkdir(folder, { recursive: true });
        await writeFile(path.join(folder, "preloads.json"), JSON.stringify(preloadsOf(bundle)));
      },
    },
  };
  /** Removes files that no role needs; called by Workbox. */
  const markNeeded = (entries: Entry[]) => ({
    manifest: entries.flatMap((entry) => {
      const file = entry.url.replace(/^.*(?=assets\/)/, "");
      if (!/\.(?:js|css)$/.test(file)) return [entry];
      const who = needed.get(file);
      return who ? [{ ...entry, ...who }] : [];
    }),
    warnings: [],
  });
  return { plugin, markNeeded };
}
