import type { Feature } from "protomaps-leaflet";

/** Returns whether a feature is of any of these kinds. */
export const kindIs =
  (...kinds: string[]) =>
  (_zoom: number, feature: Feature) =>
    kinds.includes(String(feature.props.kind));

/** Returns the detailed kind: "town" of a place, "service" of a minor road. */
export const detailOf = (feature: Feature) => String(feature.props.kind_detail ?? "");
