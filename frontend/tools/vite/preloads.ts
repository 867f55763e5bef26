import type { Rolldown } from "vite";
import { chunksOf, closure, fileOf } from "./chunk-graph.ts";
import { BESIDE, OWN, pagesOf, ROLES, type Role, STAFF, VISITORS } from "./first-views.ts";

export const WORDS = /\/src\/i18n\/([a-z]{2})-(first|form|rest|font)\.ts$/;

export interface Preloads {
  /** Scripts by page and role; the role "" is for visitors. */
  pages: Record<string, Partial<Record<Role | "", string[]>>>;
  /** The scripts with a language's translations, by the English scripts that they replace. */
  words: Record<string, Record<string, string>>;
}

/** Returns the preloads that the server sends, except those already in index.html. */
export function preloadsOf(bundle: Rolldown.OutputBundle): Preloads {
  const chunks = chunksOf(bundle);
  const first = closure(chunks, [fileOf(chunks, "src/main")]);
  const files = (modules: readonly string[]) =>
    [
      ...closure(
        chunks,
        ["app/page-kit", ...modules].map((name) => fileOf(chunks, name)),
      ),
    ].filter((file) => !first.has(file));
  const pages: Preloads["pages"] = {};
  const put = (path: string, role: Role | "", modules: readonly string[]) => {
    pages[path] = { ...pages[path], [role]: files(modules) };
  };
  for (const [path, modules] of Object.entries(VISITORS)) {
    const behind = ["app/visitor-routes", "i18n/en-form", "i18n/en-rest"];
    put(path, "", path === "/" ? modules : [...modules, ...behind]);
  }
  for (const role of ROLES) {
    const staff = role === "admin" || role === "fleetadmin" ? STAFF : [];
    put("/", role, role === "rider" || role === "admin" ? [...OWN, "app/book-here"] : OWN);
    for (const [path, module] of pagesOf(role)) {
      const route = path.startsWith("/bookings") ? ["app/bookings-route"] : [];
      const beside = BESIDE[module];
      put(path, role, [...OWN, ...staff, ...route, module, ...(beside ? [beside] : [])]);
    }
  }
  return { pages, words: wordsOf(bundle) };
}

function wordsOf(bundle: Rolldown.OutputBundle): Preloads["words"] {
  const parts = [...chunksOf(bundle).values()].flatMap(({ fileName, facadeModuleId }) => {
    const [, language = "", part = ""] = WORDS.exec(facadeModuleId ?? "") ?? [];
    return part === "form" || part === "rest" ? [{ language, part, fileName }] : [];
  });
  const english = new Map(
    parts.flatMap(({ language, part, fileName }) => (language === "en" ? [[part, fileName]] : [])),
  );
  const words: Preloads["words"] = {};
  for (const { language, part, fileName } of parts) {
    const name = english.get(part);
    if (name && language !== "en") words[language] = { ...words[language], [name]: fileName };
  }
  return words;
}
