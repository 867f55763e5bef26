import type { MapInfo } from "@/api/types";

/**
 * Returns a link for each source of the map data. The server's texts are inserted as text, never as markup.
 */
export function attributionLinks(attributions: MapInfo["attributions"]): string {
  return attributions
    .filter(({ url }) => url.startsWith("https://"))
    .map(({ text, url }) => {
      const link = document.createElement("a");
      link.href = url;
      link.target = "_blank";
      link.rel = "noreferrer";
      link.textContent = text.replace(/<[^>]*>/g, "");
      return link.outerHTML;
    })
    .join(" · ");
}
