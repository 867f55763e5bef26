import {
  CenteredTextSymbolizer,
  GeomType,
  type LabelRule,
  LineLabelSymbolizer,
} from "protomaps-leaflet";
import { detailOf, kindIs } from "./basemap-kinds";
import type { MapPalette } from "./palette";

const FACE = "'Inter Variable', 'IBM Plex Sans Arabic', sans-serif";

export function labelRules(p: MapPalette, language: string): LabelRule[] {
  const labelProps = [`name:${language}`, "name"];
  const streets = (fill: string, size: number) =>
    new LineLabelSymbolizer({
      labelProps,
      fill,
      font: `500 ${size}px ${FACE}`,
      stroke: p.halo,
      width: 3,
      repeatDistance: 500,
    });
  return [
    {
      dataLayer: "places",
      minzoom: 7,
      symbolizer: new CenteredTextSymbolizer({
        labelProps,
        fill: p.townLabel,
        stroke: p.halo,
        width: 3,
        font: (_zoom, feature) => {
          const detail = feature ? detailOf(feature) : "";
          if (detail === "city") return `650 16px ${FACE}`;
          if (detail === "town") return `620 14px ${FACE}`;
          return detail === "village" ? `550 12px ${FACE}` : `500 11px ${FACE}`;
        },
      }),
      filter: (zoom, feature) => {
        const detail = detailOf(feature);
        if (detail === "city") return zoom >= 5;
        if (detail === "town") return zoom >= 9;
        return detail === "village" ? zoom >= 12 : zoom >= 14;
      },
      sort: (a, b) => Number(a.min_zoom ?? 20) - Number(b.min_zoom ?? 20),
    },
    {
      dataLayer: "roads",
      minzoom: 14,
      symbolizer: streets(p.roadLabel, 12),
      filter: kindIs("highway", "major_road"),
    },
    {
      dataLayer: "roads",
      minzoom: 16,
      symbolizer: streets(p.roadLabel, 11.5),
      filter: kindIs("minor_road"),
    },
    {
      dataLayer: "water",
      symbolizer: new CenteredTextSymbolizer({
        labelProps,
        fill: p.waterLabel,
        font: `italic 500 12px ${FACE}`,
      }),
      filter: (_zoom, feature) => feature.geomType === GeomType.Point,
    },
  ];
}
