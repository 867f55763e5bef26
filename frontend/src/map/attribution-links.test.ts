import { expect, test } from "vitest";
import { attributionLinks } from "./attribution-links";

const OSM = {
  text: "© OpenStreetMap contributors",
  url: "https://www.openstreetmap.org/copyright",
};

test("links to all sources of the map data", () => {
  const holder = document.createElement("div");
  holder.innerHTML = attributionLinks([
    OSM,
    { text: "Google Maps", url: "https://www.google.com/maps" },
  ]);
  expect([...holder.querySelectorAll("a")].map((link) => [link.textContent, link.href])).toEqual([
    [OSM.text, OSM.url],
    ["Google Maps", "https://www.google.com/maps"],
  ]);
});

test("escapes texts and URLs", () => {
  const links = attributionLinks([
    { text: "<img src=x onerror=alert(1)>Maps & more", url: OSM.url },
    { text: "Elsewhere", url: "javascript:alert(1)" },
  ]);
  expect(links).toContain(">Maps &amp; more</a>");
  expect(links).not.toMatch(/<img|javascript/);
});
