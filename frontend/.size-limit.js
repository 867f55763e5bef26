import { readdirSync, readFileSync } from "node:fs";

const page = readFileSync("dist/index.html", "utf8");
const first = [...page.matchAll(/(?:src|href)="\/static\/(assets\/[^"]+\.js)"/g)].map(
  (m) => `dist/${m[1]}`,
);
const { pages } = JSON.parse(readFileSync("dist/pages/preloads.json", "utf8"));
const home = [...first, ...pages["/"][""].map((name) => `dist/${name}`)];
const rest = readdirSync("dist/assets")
  .filter((name) => name.endsWith(".js"))
  .map((name) => `dist/assets/${name}`)
  .filter((file) => !home.includes(file));

/** What the home page needs until an address can be typed, and then: no piece that is too big to wait for. */
// biome-ignore lint/style/noDefaultExport: size-limit asks for one.
export default [
  { name: "first load of any page", path: first, limit: "112 kB", brotli: true },
  { name: "home page until it can be used", path: home, limit: "150 kB", brotli: true },
  ...rest.map((file) => ({ name: file, path: file, limit: "80 kB", brotli: true })),
];
