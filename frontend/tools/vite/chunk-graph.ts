import type { Rolldown } from "vite";

export type Chunks = Map<string, Rolldown.OutputChunk>;

export const chunksOf = (bundle: Rolldown.OutputBundle): Chunks =>
  new Map(
    Object.values(bundle).flatMap((file) =>
      file.type === "chunk" ? [[file.fileName, file] as const] : [],
    ),
  );

/** Returns the file that contains a module such as "app/home-page". */
export function fileOf(chunks: Chunks, module: string): string {
  const named = (id: string) => /\.tsx?$/.test(id) && id.includes(`/${module}.ts`);
  for (const chunk of chunks.values()) if (chunk.moduleIds.some(named)) return chunk.fileName;
  throw new Error(`no chunk has ${module}`);
}

/** Returns the files and all their imports: what a browser loads before any of them runs. */
export function closure(
  chunks: Chunks,
  files: readonly string[],
  seen = new Set<string>(),
): Set<string> {
  for (const file of files) {
    if (seen.has(file)) continue;
    seen.add(file);
    closure(chunks, chunks.get(file)?.imports ?? [], seen);
  }
  return seen;
}
