/** The colour and legend shape of a series, the same wherever the figure is shown. */
type Tone = "go" | "way" | "lamp" | "danger";

interface ChartPoint {
  key: string;
  /** "12 March 2026", and a short form for below a bar. */
  label: string;
  short: string;
  /** One value per series. */
  values: number[];
}

export interface ChartData {
  points: readonly ChartPoint[];
  series: readonly { key: string; label: string; tone: Tone }[];
  format: (value: number) => string;
  /** Formats the scale: "12k". */
  formatShort: (value: number) => string;
}
