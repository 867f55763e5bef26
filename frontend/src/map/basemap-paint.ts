import {
  exp,
  type Feature,
  GeomType,
  LineSymbolizer,
  type PaintRule,
  PolygonSymbolizer,
} from "protomaps-leaflet";
import { detailOf, kindIs } from "./basemap-kinds";
import type { MapPalette } from "./palette";

type Stops = [zoom: number, width: number][];

function ground(dataLayer: string, fill: string, ...kinds: string[]): PaintRule {
  const rule: PaintRule = { dataLayer, symbolizer: new PolygonSymbolizer({ fill }) };
  return kinds.length > 0 ? { ...rule, filter: kindIs(...kinds) } : rule;
}

function road(color: string, stops: Stops, filter: PaintRule["filter"]): PaintRule {
  const width = exp(1.6, stops);
  const symbolizer = new LineSymbolizer({ color, width, lineCap: "round", lineJoin: "round" });
  return filter ? { dataLayer: "roads", symbolizer, filter } : { dataLayer: "roads", symbolizer };
}

const widen = (stops: Stops, by: number): Stops =>
  stops.map(([zoom, width]) => [zoom, width === 0 ? 0 : width + by]);

const MINOR: Stops = [
  [11.5, 0],
  [12.5, 0.7],
  [14, 1.8],
  [16, 6],
  [18, 15],
];
const SERVICE: Stops = [
  [14, 0],
  [15, 1.2],
  [16, 2.6],
  [18, 8],
];
const MAJOR: Stops = [
  [7, 0.4],
  [10, 1],
  [12, 2],
  [14, 4],
  [16, 9],
  [18, 20],
];
const HIGHWAY: Stops = [
  [5, 0.6],
  [10, 1.6],
  [12, 2.8],
  [14, 5],
  [16, 11],
  [18, 24],
];

const isService = (_zoom: number, feature: Feature) =>
  feature.props.kind === "minor_road" && detailOf(feature) === "service";
const isMinor = (_zoom: number, feature: Feature) =>
  feature.props.kind === "minor_road" && detailOf(feature) !== "service";
const isTrunk = (_zoom: number, feature: Feature) =>
  feature.props.kind === "highway" || detailOf(feature) === "trunk";
const isMajor = (_zoom: number, feature: Feature) =>
  feature.props.kind === "major_road" && detailOf(feature) !== "trunk";

export function paintRules(p: MapPalette): PaintRule[] {
  return [
    ground("earth", p.land),
    ground(
      "landuse",
      p.green,
      "park",
      "golf_course",
      "cemetery",
      "grass",
      "grassland",
      "scrub",
      "village_green",
      "playground",
      "recreation_ground",
    ),
    ground("landuse", p.wood, "forest", "wood", "nature_reserve"),
    ground("landuse", p.sand, "beach", "sand"),
    ground(
      "landuse",
      p.works,
      "industrial",
      "hospital",
      "school",
      "university",
      "college",
      "aerodrome",
      "military",
      "pedestrian",
      "pier",
    ),
    {
      ...ground("water", p.water),
      filter: (_zoom, feature) => feature.geomType === GeomType.Polygon,
    },
    {
      dataLayer: "water",
      minzoom: 12,
      symbolizer: new LineSymbolizer({
        color: p.water,
        width: exp(1.6, [
          [11, 0.4],
          [14, 1.2],
          [18, 8],
        ]),
      }),
      filter: (_zoom, feature) => feature.geomType === GeomType.Line,
    },
    { ...ground("buildings", p.building), minzoom: 14 },
    {
      dataLayer: "roads",
      minzoom: 15,
      symbolizer: new LineSymbolizer({
        color: p.path,
        width: exp(1.6, [
          [14, 0.5],
          [18, 4],
        ]),
      }),
      filter: kindIs("path", "other"),
    },
    {
      dataLayer: "roads",
      symbolizer: new LineSymbolizer({
        color: p.rail,
        width: exp(1.6, [
          [10, 0.6],
          [14, 1.2],
          [18, 3],
        ]),
      }),
      filter: kindIs("rail"),
    },
    road(p.casing, widen(SERVICE, 1.2), isService),
    road(p.casing, widen(MINOR, 1.4), isMinor),
    road(p.casing, widen(MAJOR, 1.6), isMajor),
    road(p.casing, widen(HIGHWAY, 1.8), isTrunk),
    road(p.minor, SERVICE, isService),
    road(p.minor, MINOR, isMinor),
    road(p.major, MAJOR, isMajor),
    road(p.highway, HIGHWAY, isTrunk),
  ];
}
