import type { DrawnCar } from "./fleet-animation";

const FONT = 'px "Inter Variable", "IBM Plex Sans Arabic", sans-serif';

/** The size of most names and plates. */
const ROOM = { across: 84, down: 30 };

/** Returns whether a name at this position would overlap another. */
export function overlaps(
  names: readonly { x: number; y: number }[],
  x: number,
  y: number,
): boolean {
  return names.some(
    (name) => Math.abs(name.x - x) < ROOM.across && Math.abs(name.y - y) < ROOM.down,
  );
}

/** Draws the driver's name and plate below a car, outlined to be legible on any map. */
export function drawName(
  context: CanvasRenderingContext2D,
  { name, plate }: DrawnCar,
  x: number,
  y: number,
  ratio: number,
  dark: boolean,
): void {
  if (!name && !plate) return;
  context.textAlign = "center";
  context.textBaseline = "top";
  context.lineJoin = "round";
  context.lineWidth = 3.5 * ratio;
  context.strokeStyle = dark ? "#0d121c" : "#ffffff";
  context.fillStyle = dark ? "#dfe3ec" : "#171e2c";
  const write = (text: string, size: number, weight: number, below: number) => {
    context.font = `${weight} ${size * ratio}${FONT}`;
    context.strokeText(text, x * ratio, (y + below) * ratio);
    context.fillText(text, x * ratio, (y + below) * ratio);
  };
  write(name, 12, 650, 20);
  write(plate, 11, 500, 34);
}
