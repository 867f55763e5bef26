/** The muted base map: only cars, route and pins have strong colours. */
export interface MapPalette {
  /** The area outside the extract, in the colour of water, so that an island has no visible frame. */
  ground: string;
  land: string;
  water: string;
  green: string;
  wood: string;
  sand: string;
  works: string;
  building: string;
  path: string;
  minor: string;
  major: string;
  highway: string;
  casing: string;
  rail: string;
  townLabel: string;
  roadLabel: string;
  waterLabel: string;
  halo: string;
}

export const lightMap: MapPalette = {
  ground: "#ccd8e2",
  land: "#f3f3ef",
  water: "#ccd8e2",
  green: "#e2ead9",
  wood: "#d8e3d0",
  sand: "#efe9d8",
  works: "#ebebe8",
  building: "#e6e5e0",
  path: "#e3e2dc",
  minor: "#ffffff",
  major: "#ffffff",
  highway: "#fbefd2",
  casing: "#dcdcd5",
  rail: "#cbccc8",
  townLabel: "#2a3345",
  roadLabel: "#6b7385",
  waterLabel: "#7090ab",
  halo: "#f6f6f2",
};

export const darkMap: MapPalette = {
  ground: "#0a1420",
  land: "#141b28",
  water: "#0a1420",
  green: "#16231f",
  wood: "#15241f",
  sand: "#1f1e1c",
  works: "#181f2c",
  building: "#1b2332",
  path: "#202938",
  minor: "#273143",
  major: "#313c50",
  highway: "#4a4330",
  casing: "#0e141f",
  rail: "#2a3344",
  townLabel: "#c3cad7",
  roadLabel: "#8791a5",
  waterLabel: "#4d6c8a",
  halo: "#0e141f",
};
