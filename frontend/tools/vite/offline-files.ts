import type { Rolldown } from "vite";
import { chunksOf, fileOf } from "./chunk-graph.ts";
import { pagesOf, ROLES, type Role } from "./first-views.ts";
import { WORDS } from "./preloads.ts";

export interface Needed {
  roles: Role[];
  /** Only in this language; English is also what an operator's own language may begin with. */
  language?: string;
}

/** Return who needs each built file without a network. */
export function neededOffline(bundle: Rolldown.OutputBundle): Map<string, Needed> {
  const chunks = chunksOf(bundle);
  const needed = new Map<string, Needed>();
  for (const role of ROLES) {
    for (const chunk of reached(bundle, role)) {
      const language = WORDS.exec(chunk.facadeModuleId ?? "")?.[1];
      const only = language && language !== "en" ? { language } : {};
      for (const name of [
        chunk.fileName,
        ...(chunks.get(chunk.fileName)?.viteMetadata?.importedCss ?? []),
      ]) {
        const roles = new Set([...(needed.get(name)?.roles ?? []), role]);
        needed.set(name, { roles: [...roles], ...only });
      }
    }
  }
  return needed;
}

/** Every script that the app may load, but for the pages that are other roles' alone. */
function reached(bundle: Rolldown.OutputBundle, role: Role): Rolldown.OutputChunk[] {
  const chunks = chunksOf(bundle);
  const closed = closedTo(role).map((module) => `/${module}.ts`);
  const seen = new Set<Rolldown.OutputChunk>();
  const waiting = [fileOf(chunks, "src/main")];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    const chunk = chunks.get(file);
    const begins = chunk?.facadeModuleId ?? "";
    if (!chunk || seen.has(chunk) || closed.some((module) => begins.includes(module))) continue;
    seen.add(chunk);
    waiting.push(...chunk.imports, ...chunk.dynamicImports);
  }
  return [...seen];
}

function closedTo(role: Role): string[] {
  const modulesOf = (one: Role) => pagesOf(one).map(([, module]) => module);
  const own = modulesOf(role);
  // Those who drive or run a fleet have another home page.
  const form = role === "driver" || role === "fleetadmin" ? ["app/book-here"] : [];
  return [...ROLES.flatMap(modulesOf).filter((module) => !own.includes(module)), ...form];
}
