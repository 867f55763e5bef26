import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import react from "@vitejs/plugin-react";
import { build, minify, type Plugin, type ResolvedConfig, type Rolldown } from "vite";
import type { PreparedPage } from "../../src/prepare.tsx";

const EMPTY = '<div id="root"></div>';
const HTML = '<html lang="en" dir="ltr">';
const DESCRIPTION = /<meta name="description" content="[^"]*" \/>/;

/**
 * Writes the first paint of each page to `pages/<language>/<kind>.html`, for the server to choose from, and
 * minifies `boot.js`, which every page waits for. `index.html` stays empty: it is the page of offline users.
 */
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
      async handler({ dir }, bundle) {
        const folder = dir ?? config.build.outDir;
        const shell = await readFile(path.join(folder, "index.html"), "utf8").catch(() => null);
        if (!shell) return;
        for (const part of [EMPTY, HTML]) {
          if (!shell.includes(part)) throw new Error(`index.html has no ${part}`);
        }
        // Vite copies public files unchanged.
        const boot = path.join(folder, "boot.js");
        const { code } = await minify(boot, await readFile(boot, "utf8"));
        await writeFile(boot, code);
        for (const page of await render(config, entry)) {
          const file = path.join(folder, "pages", page.language, `${page.kind}.html`);
          await mkdir(path.dirname(file), { recursive: true });
          await writeFile(file, write(shell, page, linksOf(page.language, bundle, config.base)));
        }
      },
    },
  };
}

function write(shell: string, page: PreparedPage, links: string): string {
  const { language, dir, kind, description, view } = page;
  // Functions, because a plain replacement would read "$" in the markup as a reference.
  return (
    shell
      .replace(HTML, () => `<html lang="${language}" dir="${dir}" data-page="${kind}">`)
      .replace(DESCRIPTION, () => `<meta name="description" content="${attribute(description)}" />`)
      .replace("</head>", () => `${links}</head>`)
      // The page is already rendered, so its scripts have a low priority.
      .replaceAll('<script type="module" ', '<script type="module" fetchpriority="low" ')
      .replace(EMPTY, () => `<div id="root">${view}</div>`)
  );
}

const attribute = (text: string) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");

/** Returns the links for the language: its fonts at once, its translations as early as the scripts. */
function linksOf(language: string, bundle: Rolldown.OutputBundle, base: string): string {
  if (language === "en") return "";
  const files = Object.values(bundle);
  const letters = files
    .map(({ fileName }) => fileName)
    .filter((name) => new RegExp(`/${language}-font-[\\w-]+\\.css$`).test(name));
  const modules = [`/i18n/messages.ts`, `/i18n/${language}-first.ts`];
  const words = files.flatMap((file) =>
    file.type === "chunk" && file.moduleIds.some((id) => modules.some((name) => id.endsWith(name)))
      ? [file.fileName]
      : [],
  );
  return [
    ...letters.map((name) => `<link rel="stylesheet" crossorigin href="${base}${name}">`),
    ...words.map(
      (name) => `<link rel="modulepreload" crossorigin fetchpriority="low" href="${base}${name}">`,
    ),
  ]
    .map((link) => `  ${link}\n  `)
    .join("");
}

async function render(config: ResolvedConfig, entry: string): Promise<PreparedPage[]> {
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
      preparePages: () => Promise<PreparedPage[]>;
    };
    return await made.preparePages();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
