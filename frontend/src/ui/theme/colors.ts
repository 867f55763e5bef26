import type { MantineColorsTuple } from "@mantine/core";

/** Text, dark surfaces and the primary action. */
export const ink: MantineColorsTuple = [
  "#f3f4f7",
  "#e3e6ec",
  "#c6cbd6",
  "#a1a9b9",
  "#7b8598",
  "#5a6478",
  "#404a5d",
  "#2a3345",
  "#171e2c",
  "#0d121c",
];

/** The cab's roof light: only for the next step. */
export const lamp: MantineColorsTuple = [
  "#fff8e5",
  "#ffefc8",
  "#ffe09a",
  "#ffcf68",
  "#ffbe38",
  "#f5ac14",
  "#d18d00",
  "#8a5c00",
  "#6b4700",
  "#4c3200",
];

/** Running, done or free. */
export const moss: MantineColorsTuple = [
  "#ebf7f1",
  "#d2ecdf",
  "#a5d8c0",
  "#75c2a0",
  "#4aab83",
  "#2d926a",
  "#1f7d59",
  "#18694a",
  "#12543b",
  "#0b3d2b",
];

/** Errors and warnings. */
export const brick: MantineColorsTuple = [
  "#fdf0ed",
  "#f9dcd5",
  "#f1b9ac",
  "#e79380",
  "#dc705a",
  "#cc5540",
  "#b5432f",
  "#993524",
  "#7c2a1c",
  "#5c1e13",
];

/** In progress, or to be checked. */
export const harbour: MantineColorsTuple = [
  "#edf4fb",
  "#d6e6f5",
  "#adcdeb",
  "#81b1df",
  "#5a96d1",
  "#3c7dbf",
  "#2c68a8",
  "#23558c",
  "#1b426e",
  "#122f50",
];

/** Mantine's dark scheme, tinted with the ink colour: text first, background last. */
export const night: MantineColorsTuple = [
  "#dfe3ec",
  "#b9c0cf",
  "#98a1b4",
  "#6d778c",
  "#3b4559",
  "#2b3447",
  "#1e2635",
  "#141b28",
  "#0e131d",
  "#090d15",
];
