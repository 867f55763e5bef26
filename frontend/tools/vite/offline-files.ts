import type { Rolldown } from "vite";
import { chunksOf, fileOf } from "./chunk-graph.ts";
import { pagesOf, ROLES, type Role } from "./first-views.ts";
import { WORDS } from "./preloads.ts";

export interface Needed {
  roles: Role[];
  /** Only for this language; an operator's own language may also be based on English. */
  language?: string;
}

/** Returns who needs each built file offline. */
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

/** Returns every script that a role may load, without the pages of other roles. */
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
  // Drivers and fleet admins have another home page.
  const form = role === "driver" || role === "fleetadmin" ? ["app/book-here"] : [];
  return [...ROLES.flatMap(modulesOf).filter((module) => !own.includes(module)), ...form];
}
