/** The zones of a tariff from a GeoJSON file. */

interface Feature {
  properties?: Record<string, unknown> | null;
  geometry?: { type?: string; coordinates?: unknown } | null;
}

type Zones = Record<string, { rings: number[][][] }>;

const point = (value: unknown): value is [number, number] =>
  Array.isArray(value) && typeof value[0] === "number" && typeof value[1] === "number";

const ringsOf = (coordinates: unknown): number[][][] =>
  (Array.isArray(coordinates) ? coordinates : [])
    .map((ring: unknown) =>
      (Array.isArray(ring) ? ring : []).filter(point).map(([lng, lat]) => [lng, lat]),
    )
    .filter((ring) => ring.length >= 3);

function nameOf({ properties }: Feature, number: number): string {
  const found = properties?.name ?? properties?.NAME ?? properties?.title ?? properties?.id;
  return String(found ?? `Zone ${number}`).slice(0, 80);
}

/**
 * Returns the named polygons of a GeoJSON text; empty if there are none. Of a multipolygon each part is a zone
 * of its own.
 */
export function zonesOf(text: string): Zones {
  let file: { features?: Feature[] } & Feature;
  try {
    file = JSON.parse(text);
  } catch {
    return {};
  }
  const features = Array.isArray(file?.features) ? file.features : [file];
  const zones: Zones = {};
  features.forEach((feature, index) => {
    const { type, coordinates } = feature?.geometry ?? {};
    const name = nameOf(feature ?? {}, index + 1);
    if (type === "Polygon") {
      const rings = ringsOf(coordinates);
      if (rings.length > 0) zones[name] = { rings };
    }
    if (type === "MultiPolygon" && Array.isArray(coordinates)) {
      coordinates.forEach((part, number) => {
        const rings = ringsOf(part);
        if (rings.length > 0) zones[number === 0 ? name : `${name} ${number + 1}`] = { rings };
      });
    }
  });
  return zones;
}
