import { useComputedColorScheme } from "@mantine/core";
import type { GridLayer } from "leaflet";
import { leafletLayer } from "protomaps-leaflet";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useMap } from "react-leaflet";
import type { MapInfo } from "@/api/types";
import { attributionLinks } from "./attribution-links";
import { labelRules } from "./basemap-labels";
import { paintRules } from "./basemap-paint";
import { darkMap, lightMap } from "./palette";

/**
 * The base map, drawn in the browser from one self-hosted file; follows the colour scheme and the language.
 */
export function BasemapLayer({ info }: { info: MapInfo }) {
  const map = useMap();
  const scheme = useComputedColorScheme("light");
  const language = useTranslation().i18n.language;

  useEffect(() => {
    const palette = scheme === "dark" ? darkMap : lightMap;
    const layer = leafletLayer({
      url: info.pmtiles_url,
      maxDataZoom: info.max_zoom,
      paintRules: paintRules(palette),
      labelRules: labelRules(palette, language),
      backgroundColor: palette.ground,
      attribution: attributionLinks(info.attributions),
      noWrap: true,
    }) as unknown as GridLayer;
    layer.addTo(map);
    map.attributionControl?.setPrefix(false);
    // Show land, not sea, before the tiles are drawn.
    map.getContainer().style.background = palette.land;
    return () => {
      layer.remove();
    };
  }, [map, info, scheme, language]);

  return null;
}
