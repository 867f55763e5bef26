/** One colour and one shape of its legend each, the same wherever the figure is shown. */
export type Tone = "go" | "way" | "lamp" | "trouble";

export interface ChartPoint {
  key: string;
  /** "12 March 2026", and as short as it goes under a bar. */
  label: string;
  short: string;
  /** One for each series. */
  values: number[];
}

export interface ChartData {
  points: readonly ChartPoint[];
  series: readonly { key: string; label: string; tone: Tone }[];
  format: (value: number) => string;
  /** For the scale: "12k". */
  formatShort: (value: number) => string;
}
