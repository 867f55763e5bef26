import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import react from "@vitejs/plugin-react";
import { build, type Plugin, type ResolvedConfig } from "vite";

const EMPTY = '<div id="root"></div>';

/** Writes the home page's first view into index.html, so that it is there before any script has run. */
export function prepareHome(entry: string): Plugin {
  let config: ResolvedConfig;
  return {
    name: "prepare-home",
    apply: "build",
    configResolved(resolved) {
      config = resolved;
    },
    writeBundle: {
      order: "post",
      sequential: true,
      async handler({ dir }) {
        const page = path.join(dir ?? config.build.outDir, "index.html");
        const html = await readFile(page, "utf8").catch(() => null);
        if (!html?.includes(EMPTY)) return;
        // A function, because a plain replacement would read "$" in the markup as a reference.
        const view = await render(config, entry);
        await writeFile(
          page,
          html.replace(EMPTY, () => `<div id="root">${view}</div>`),
        );
      },
    },
  };
}

async function render(config: ResolvedConfig, entry: string): Promise<string> {
  const folder = await mkdtemp(path.join(config.root, "node_modules/.prepare-"));
  try {
    await build({
      root: config.root,
      base: config.base,
      configFile: false,
      logLevel: "error",
      resolve: { alias: { "@": path.join(config.root, "src") } },
      plugins: [react()],
      ssr: { noExternal: true },
      build: {
        ssr: entry,
        outDir: folder,
        assetsDir: config.build.assetsDir,
        assetsInlineLimit: 0,
        copyPublicDir: false,
        rolldownOptions: { output: { entryFileNames: "prepare.mjs" } },
      },
    });
    const made = (await import(pathToFileURL(path.join(folder, "prepare.mjs")).href)) as {
      prepareHome: () => Promise<string>;
    };
    return await made.prepareHome();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
