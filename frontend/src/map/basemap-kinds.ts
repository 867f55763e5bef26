import type { Feature } from "protomaps-leaflet";

/** Features of any of these kinds. */
export const kindIs =
  (...kinds: string[]) =>
  (_zoom: number, feature: Feature) =>
    kinds.includes(String(feature.props.kind));

/** The finer kind: a town among places, a service road among minor ones. */
export const detailOf = (feature: Feature) => String(feature.props.kind_detail ?? "");
