/** The zones of a tariff from and to a GeoJSON file. */

interface Feature {
  properties?: Record<string, unknown> | null;
  geometry?: { type?: string; coordinates?: unknown } | null;
}

type Zones = Record<string, { rings: number[][][] }>;

const NAME_LENGTH = 80;

const point = (value: unknown): value is [number, number] =>
  Array.isArray(value) && typeof value[0] === "number" && typeof value[1] === "number";

const ringsOf = (coordinates: unknown): number[][][] =>
  (Array.isArray(coordinates) ? coordinates : [])
    .map((ring: unknown) =>
      (Array.isArray(ring) ? ring : []).filter(point).map(([lng, lat]) => [lng, lat]),
    )
    .filter((ring) => ring.length >= 3);

function nameOf({ properties }: Feature, unnamed: string): string {
  const found = properties?.name ?? properties?.NAME ?? properties?.title ?? properties?.id;
  return String(found ?? "").trim() || unnamed;
}

/** Returns a name that the file has not used yet: "Port", "Port 2", "Port 3". */
function freeName(name: string, used: Set<string>): string {
  for (let number = 1; ; number += 1) {
    const end = number === 1 ? "" : ` ${number}`;
    const free = name.slice(0, NAME_LENGTH - end.length) + end;
    if (used.has(free.toLowerCase())) continue;
    used.add(free.toLowerCase());
    return free;
  }
}

/**
 * Returns the named polygons of a GeoJSON text; empty if there are none. Of a multipolygon each part is a zone
 * of its own. `unnamed` is the name of those without one.
 */
export function zonesOf(text: string, unnamed: string): Zones {
  let file: { features?: Feature[] } & Feature;
  try {
    file = JSON.parse(text);
  } catch {
    return {};
  }
  const features = Array.isArray(file?.features) ? file.features : [file];
  const used = new Set<string>();
  const zones: [string, Zones[string]][] = [];
  for (const feature of features) {
    const { type, coordinates } = feature?.geometry ?? {};
    const parts = type === "Polygon" ? [coordinates] : type === "MultiPolygon" ? coordinates : [];
    for (const part of Array.isArray(parts) ? parts : []) {
      const rings = ringsOf(part);
      if (rings.length > 0) zones.push([freeName(nameOf(feature, unnamed), used), { rings }]);
    }
  }
  return Object.fromEntries(zones);
}

const closed = (ring: number[][]): number[][] => {
  const [first] = ring;
  const last = ring.at(-1);
  return !first || (first[0] === last?.[0] && first[1] === last?.[1]) ? ring : [...ring, first];
};

/** Returns the GeoJSON text of the zones that have an area. */
export function geoJsonOf(zones: Record<string, { rings?: number[][][] }>): string {
  const features = Object.entries(zones).flatMap(([name, { rings }]) =>
    rings?.length
      ? [
          {
            type: "Feature",
            properties: { name },
            geometry: { type: "Polygon", coordinates: rings.map(closed) },
          },
        ]
      : [],
  );
  return JSON.stringify({ type: "FeatureCollection", features }, null, 2);
}
