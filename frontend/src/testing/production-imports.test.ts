import { expect, it } from "vitest";

const sources = import.meta.glob<string>("/src/**/*.{ts,tsx}", {
  query: "?raw",
  import: "default",
  eager: true,
});
const IMPORT = /(?:from|import)\s*\(?\s*"[^"]*\/testing\//;
const mayImport = (path: string) => path.startsWith("/src/testing/") || /\.test\.tsx?$/.test(path);

it("only tests import the fakes", () => {
  const importers = Object.keys(sources).filter((path) => IMPORT.test(sources[path] ?? ""));
  // The pattern finds the imports of tests, so it would find one in production code.
  expect(importers.length).toBeGreaterThan(20);
  expect(importers.filter((path) => !mayImport(path))).toEqual([]);
});
