import { expect, it } from "vitest";
import { type BuiltFile, filesFor } from "./precache";

const FILES: BuiltFile[] = [
  { url: "/static/index.html", revision: "1" },
  { url: "/static/assets/driver.js", revision: null, roles: ["driver"] },
  { url: "/static/assets/wallet.js", revision: null, roles: ["rider", "driver"] },
  { url: "/static/assets/ar-rest.js", revision: null, roles: ["rider", "driver"], language: "ar" },
];
const urlsFor = (search: string) => filesFor(FILES, search).map(({ url }) => url.split("/").pop());

it("stores what the role needs, with the texts of the language", () => {
  expect(urlsFor("?role=driver&language=ar")).toEqual([
    "index.html",
    "driver.js",
    "wallet.js",
    "ar-rest.js",
  ]);
  expect(urlsFor("?role=rider&language=en")).toEqual(["index.html", "wallet.js"]);
});

it("stores the shell alone for a role it does not know", () => {
  expect(urlsFor("")).toEqual(["index.html"]);
  expect(urlsFor("?role=stranger&language=ar")).toEqual(["index.html"]);
});

it("passes on nothing that workbox does not know", () => {
  expect(filesFor(FILES, "?role=driver")[1]).toEqual({
    url: "/static/assets/driver.js",
    revision: null,
  });
});
