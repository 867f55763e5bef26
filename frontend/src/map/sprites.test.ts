// @vitest-environment node
import { describe, expect, it } from "vitest";
import { outline } from "./sprites";

/** The calls of a pen, with figures that are rounded. */
function drawn(look: "free" | "busy" | "away"): string[] {
  const calls: string[] = [];
  const pen = new Proxy({} as OffscreenCanvasRenderingContext2D, {
    get:
      (_pen, name) =>
      (...figures: number[]) =>
        calls.push([name, ...figures.map((figure) => figure.toFixed(1))].join(" ")),
  });
  outline(pen, look, 10);
  return calls;
}

describe("the outline of a car", () => {
  it("is a disc if the car is free", () => {
    expect(drawn("free")).toEqual(["beginPath", "arc 0.0 0.0 10.0 0.0 6.3"]);
  });

  it("is a square if it is busy, about as large as the disc", () => {
    expect(drawn("busy")).toEqual(["beginPath", "roundRect -9.0 -9.0 18.0 18.0 2.8"]);
  });

  it("is a diamond if it is away", () => {
    expect(drawn("away")).toEqual([
      "beginPath",
      "moveTo 0.0 -11.8",
      "lineTo 11.8 0.0",
      "lineTo 0.0 11.8",
      "lineTo -11.8 0.0",
      "closePath",
    ]);
  });
});
