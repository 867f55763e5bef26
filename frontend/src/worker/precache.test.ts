// @vitest-environment node
import { expect, it } from "vitest";
import { type BuiltFile, filesFor } from "./precache";

const FILES: BuiltFile[] = [
  { url: "/static/index.html", revision: "1" },
  { url: "/static/assets/driver.js", revision: null, roles: ["driver"] },
  { url: "/static/assets/wallet.js", revision: null, roles: ["rider", "driver"] },
  { url: "/static/assets/ar-rest.js", revision: null, roles: ["rider", "driver"], language: "ar" },
];
const urlsFor = (search: string) => filesFor(FILES, search).map(({ url }) => url.split("/").pop());

it("caches the files of the role, with the texts of the language", () => {
  expect(urlsFor("?role=driver&language=ar")).toEqual([
    "index.html",
    "driver.js",
    "wallet.js",
    "ar-rest.js",
  ]);
  expect(urlsFor("?role=rider&language=en")).toEqual(["index.html", "wallet.js"]);
});

it("caches only the shell for an unknown role", () => {
  expect(urlsFor("")).toEqual(["index.html"]);
  expect(urlsFor("?role=stranger&language=ar")).toEqual(["index.html"]);
});

it("passes only the fields that Workbox knows", () => {
  expect(filesFor(FILES, "?role=driver")[1]).toEqual({
    url: "/static/assets/driver.js",
    revision: null,
  });
});
