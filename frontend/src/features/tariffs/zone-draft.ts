import type { Rule, TariffDocument } from "@/api/tariffs";
import { conditionsOf } from "./conditions";
import { type Corner, cornersOf, ringOf } from "./zone-ring";

export type Zone = NonNullable<TariffDocument["zones"]>[string];

/** A zone in the form. */
export interface ZoneDraft {
  name: string;
  corners: Corner[];
  /** The rings inside the outline that are not part of the zone. */
  holes: number[][][];
}

export function zoneDraftOf(name: string, zone: Zone = {}): ZoneDraft {
  const [outline, ...holes] = zone.rings ?? [];
  return { name, corners: cornersOf(outline), holes };
}

/** Returns the zone as the file contains it; an outline that did not change keeps its digits. */
export function zoneOf({ corners, holes }: ZoneDraft, stored: Zone = {}): Zone {
  if (corners.length === 0) return {};
  const [outline] = stored.rings ?? [];
  const isStored = JSON.stringify(cornersOf(outline)) === JSON.stringify(corners);
  return { rings: [outline && isStored ? outline : ringOf(corners), ...holes] };
}

/**
 * Returns the document with a zone that is new (`was` is null), changed or renamed. The rules that name it name
 * it by its new name.
 */
export function withZone(
  document: TariffDocument,
  was: string | null,
  name: string,
  zone: Zone,
): TariffDocument {
  const entries = Object.entries(document.zones ?? {});
  const zones = Object.fromEntries(
    was === null
      ? [...entries, [name, zone]]
      : entries.map(([each, value]) => (each === was ? [name, zone] : [each, value])),
  );
  const rules =
    was === null || was === name
      ? document.rules
      : document.rules.map((rule) => renamedIn(rule, was, name));
  return { ...document, zones, rules };
}

function renamedIn(rule: Rule, was: string, name: string): Rule {
  if (!rule.when) return rule;
  const when = { ...rule.when };
  const now = (each: string) => (each === was ? name : each);
  for (const list of ["pickup_zones", "drop_zones", "zones"] as const)
    if (Array.isArray(when[list])) when[list] = (when[list] as string[]).map(now);
  if (Array.isArray(when.zone_pairs))
    when.zone_pairs = (when.zone_pairs as Record<string, string>[]).map((pair) => ({
      ...pair,
      pickup: now(pair.pickup ?? ""),
      drop: now(pair.drop ?? ""),
    }));
  return { ...rule, when };
}

/** Returns the zones by name; the server stores them in no order. */
export const zonesByName = ({ zones = {} }: TariffDocument): [string, Zone][] =>
  Object.entries(zones).sort(([one], [other]) => one.localeCompare(other));

/** Returns the names of the zones that rules name. */
export function usedZones({ rules }: TariffDocument): Set<string> {
  return new Set(
    rules.flatMap(({ when }) => {
      const { pickup_zones, drop_zones, zones, zone_pairs } = conditionsOf(when);
      return [
        ...pickup_zones,
        ...drop_zones,
        ...zones,
        ...zone_pairs.flatMap(({ pickup, drop }) => [pickup, drop]),
      ];
    }),
  );
}

/** Returns the form's path of the server's `zones.Harbour.rings[0]`, and of errors at the zone itself. */
export const zonePathOf = (path: string): string =>
  /^zones\..*\.rings(?:\[|$)/.test(path) ? "corners" : path.startsWith("zones.") ? "name" : path;
