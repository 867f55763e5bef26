import { readdirSync, readFileSync } from "node:fs";

const page = readFileSync("dist/index.html", "utf8");
const first = [...page.matchAll(/(?:src|href)="\/static\/(assets\/[^"]+\.js)"/g)].map(
  (m) => `dist/${m[1]}`,
);
const rest = readdirSync("dist/assets")
  .filter((name) => name.endsWith(".js"))
  .map((name) => `dist/assets/${name}`)
  .filter((file) => !first.includes(file));

/** What every first visit loads, and then: no page may bring a piece that is too big to wait for. */
// biome-ignore lint/style/noDefaultExport: size-limit asks for one.
export default [
  { name: "first load of the home page", path: first, limit: "130 kB", gzip: true },
  ...rest.map((file) => ({ name: file, path: file, limit: "60 kB", gzip: true })),
];
