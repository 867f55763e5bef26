import { describe, expect, it } from "vitest";
import type { TariffDocument } from "@/api/tariffs";
import { darkMap, lightMap } from "@/map/palette";
import { changed, NO_HISTORY, redone, undone } from "./ring-history";
import { ZONE_COLORS, zoneColor } from "./zone-colors";
import { usedZones, withZone, zoneDraftOf, zoneOf, zonePathOf } from "./zone-draft";
import { type Corner, cornersOf, degreesOf, placesOf, ringOf } from "./zone-ring";
import { geoJsonOf, zonesOf } from "./zones";

const RING = [
  [-1.3, 50.7],
  [-1.2, 50.7],
  [-1.2, 50.8],
  [-1.3, 50.7],
];
const HOLE = [
  [-1.25, 50.72],
  [-1.24, 50.72],
  [-1.24, 50.73],
];
const corner = (lat: string, lng: string): Corner => ({ lat, lng });

describe("zones from GeoJSON", () => {
  const polygon = (name: string | null) => ({
    properties: name === null ? {} : { name },
    geometry: { type: "Polygon", coordinates: [RING] },
  });
  const file = (...features: unknown[]) => JSON.stringify({ type: "FeatureCollection", features });

  it("have the names of their features, and one zone for each part", () => {
    const text = file(
      polygon("Town"),
      {
        properties: { name: "Ports" },
        geometry: { type: "MultiPolygon", coordinates: [[RING], [RING, HOLE]] },
      },
      { properties: {}, geometry: { type: "Point", coordinates: [0, 0] } },
    );
    const zones = zonesOf(text, "Zone");
    expect(Object.keys(zones)).toEqual(["Town", "Ports", "Ports 2"]);
    expect(zones.Town?.rings).toEqual([RING]);
    expect(zones["Ports 2"]?.rings).toEqual([RING, HOLE]);
  });

  it("are all imported if names are missing, equal, too long or differ in capitals", () => {
    const long = "x".repeat(90);
    const zones = zonesOf(
      file(
        polygon("Port"),
        polygon("port"),
        polygon(null),
        polygon(" "),
        polygon(long),
        polygon(long),
      ),
      "Zone",
    );
    expect(Object.keys(zones)).toEqual([
      "Port",
      "port 2",
      "Zone",
      "Zone 2",
      "x".repeat(80),
      `${"x".repeat(78)} 2`,
    ]);
  });

  it.each(["not json", "null", "[]", '{"features": [null]}', '{"type": "Polygon"}'])(
    "are none in %s",
    (text) => expect(zonesOf(text, "Zone")).toEqual({}),
  );

  it("are the same after an export", () => {
    const zones = {
      Town: { rings: [RING, [...HOLE, HOLE[0] as number[]]] },
      Port: { rings: [RING] },
    };
    expect(zonesOf(geoJsonOf(zones), "Zone")).toEqual(zones);
  });

  it("are exported closed, and without those that have no area", () => {
    const { features } = JSON.parse(geoJsonOf({ Town: { rings: [HOLE] }, "By name": {} }));
    expect(features).toHaveLength(1);
    expect(features[0].geometry.coordinates).toEqual([[...HOLE, HOLE[0]]]);
  });
});

describe("the corners of a zone", () => {
  it("are those of the outline, each of them once and with six decimals", () => {
    expect(
      cornersOf([
        [-1.123456789, 50.7],
        [-1.2, 50.7],
        [0, 0],
        [-1.123456789, 50.7],
      ]),
    ).toEqual([corner("50.7", "-1.123457"), corner("50.7", "-1.2"), corner("0", "0")]);
    expect(cornersOf(HOLE)).toHaveLength(3);
    expect(cornersOf()).toEqual([]);
  });

  it("are a closed ring again, without those that are no coordinates yet", () => {
    expect(ringOf(cornersOf(RING))).toEqual(RING);
    expect(ringOf([corner("50", "-1"), corner("", ""), corner("51", "x")])).toEqual([
      [-1, 50],
      [-1, 50],
    ]);
    expect(ringOf([])).toEqual([]);
  });

  it("are read with the digits, signs and separators of any keyboard", () => {
    expect(degreesOf(" 50,75 ", 90)).toBe(50.75);
    expect(degreesOf("\u22121.25", 180)).toBe(-1.25);
    expect(degreesOf("٥٠٫٥", 90)).toBe(50.5);
    expect(degreesOf("90", 90)).toBe(90);
  });

  it.each(["", "x", "1e1", "90.1", "-91", "1.2.3", "Infinity"])("are not %s", (text) =>
    expect(degreesOf(text, 90)).toBeNull(),
  );

  it("are places of the map, latitude first", () => {
    expect(placesOf([HOLE])[0]).toEqual({ lat: 50.72, lng: -1.25 });
  });
});

describe("the history of an outline", () => {
  const [a, b, c] = ["1", "2", "3"].map((text) => [corner(text, text)]) as [
    Corner[],
    Corner[],
    Corner[],
  ];

  it("goes back and forward", () => {
    const history = changed(changed(NO_HISTORY, a), b);
    const back = undone(history, c);
    expect(back?.ring).toEqual(b);
    const first = back && undone(back.history, back.ring);
    expect(first?.ring).toEqual(a);
    expect(first && undone(first.history, first.ring)).toBeUndefined();
    const forward = first && redone(first.history, first.ring);
    expect(forward?.ring).toEqual(b);
    expect(forward && redone(forward.history, forward.ring)?.ring).toEqual(c);
  });

  it("forgets what was undone after another change", () => {
    const back = undone(changed(NO_HISTORY, a), b);
    expect(back && redone(changed(back.history, back.ring), c)).toBeUndefined();
  });

  it("has one step for what is typed in one field", () => {
    const typed = changed(changed(NO_HISTORY, a, "0.lat"), b, "0.lat");
    expect(typed.past).toEqual([a]);
    expect(changed(typed, c, "0.lng").past).toEqual([a, c]);
    expect(changed(changed(NO_HISTORY, a), b).past).toEqual([a, b]);
  });

  it("has a hundred steps", () => {
    let history = NO_HISTORY;
    for (let count = 0; count < 150; count += 1) history = changed(history, a);
    expect(history.past).toHaveLength(100);
  });
});

describe("a saved zone", () => {
  const document: TariffDocument = {
    format: "hansom-tariff",
    name: "Town",
    time_zone: "Europe/London",
    zones: { Port: { rings: [RING, HOLE] }, Town: {} },
    rules: [
      {
        name: "Port",
        when: { pickup_zones: ["Port", "Town"], drop_zones: ["Port"], zones: ["Port"] },
        then: { kind: "extra", amount: "3" },
      },
      {
        name: "Pair",
        when: { zone_pairs: [{ pickup: "Town", drop: "Port", both_ways: true }] },
        then: { kind: "fixed", amount: "9" },
      },
      { name: "Minimum", then: { kind: "minimum", amount: "5" } },
    ],
  };

  it("is renamed in its place and in the rules that name it", () => {
    const renamed = withZone(document, "Port", "Quay", { rings: [RING] });
    expect(Object.keys(renamed.zones ?? {})).toEqual(["Quay", "Town"]);
    expect(renamed.rules.map(({ when }) => when)).toEqual([
      { pickup_zones: ["Quay", "Town"], drop_zones: ["Quay"], zones: ["Quay"] },
      { zone_pairs: [{ pickup: "Town", drop: "Quay", both_ways: true }] },
      undefined,
    ]);
    expect(renamed.rules[2]).toBe(document.rules[2]);
    expect(usedZones(renamed)).toEqual(new Set(["Quay", "Town"]));
  });

  it("changes no rule if its name is the same, and comes last if it is new", () => {
    expect(withZone(document, "Port", "Port", {}).rules).toBe(document.rules);
    const added = withZone(document, null, "Quay", { rings: [RING] });
    expect(Object.keys(added.zones ?? {})).toEqual(["Port", "Town", "Quay"]);
    expect(added.rules).toBe(document.rules);
  });

  it("keeps its holes, and the digits of an outline that did not change", () => {
    const fine = { rings: [[[-1.123456789, 50.7], ...RING.slice(1, 3)], HOLE] };
    const draft = zoneDraftOf("Port", fine);
    expect(zoneOf(draft, fine)).toEqual(fine);
    const moved = { ...draft, corners: [corner("51", "-1"), ...draft.corners.slice(1)] };
    expect(zoneOf(moved, fine).rings?.[0]?.[0]).toEqual([-1, 51]);
    expect(zoneOf(moved, fine).rings?.[1]).toEqual(HOLE);
  });

  it("without an outline is known by name only", () => {
    expect(zoneOf(zoneDraftOf("Town", {}), {})).toEqual({});
  });

  it.each([
    ["zones.St. John.rings[0]", "corners"],
    ["zones.Port.rings", "corners"],
    ["zones.Port.rings[0][3]", "corners"],
    ["zones.Port", "name"],
    ["zones..[key]", "name"],
    ["rules[0].when", "rules[0].when"],
  ])("shows the error of %s at %s", (path, field) => expect(zonePathOf(path)).toBe(field));
});

describe("the colors of zones", () => {
  const light = (hex: string) =>
    [1, 3, 5]
      .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
      .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
      .reduce((sum, part, at) => sum + part * ([0.2126, 0.7152, 0.0722][at] ?? 0), 0);
  const contrast = (one: string, other: string) => {
    const [low = 0, high = 0] = [light(one), light(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };

  it.each(ZONE_COLORS)("have the contrast of graphics on the map: %s", (color) => {
    for (const { land, water } of [lightMap, darkMap])
      for (const ground of [land, water]) expect(contrast(color, ground)).toBeGreaterThanOrEqual(3);
  });

  it("are different, and repeat after the last one", () => {
    expect(new Set(ZONE_COLORS).size).toBe(ZONE_COLORS.length);
    expect(zoneColor(ZONE_COLORS.length)).toBe(zoneColor(0));
  });
});
