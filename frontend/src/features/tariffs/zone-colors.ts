/** The colors of zones on the map: each has a contrast of 3:1 or more against the base map, light and dark. */
export const ZONE_COLORS = [
  "#2f74d0",
  "#c25a00",
  "#1a8a3c",
  "#c0409a",
  "#7f7600",
  "#8a5bd6",
  "#d0333c",
  "#0b8686",
] as const;

/** Returns the color of a zone by its place in the tariff. */
export const zoneColor = (place: number) =>
  ZONE_COLORS[place % ZONE_COLORS.length] ?? ZONE_COLORS[0];
