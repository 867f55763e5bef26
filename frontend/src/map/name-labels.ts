import type { DrawnCar } from "./fleet-animation";

const FONT = 'px "Inter Variable", "IBM Plex Sans Arabic", sans-serif';

/** As much room as most names and plates need, side by side and below one another. */
const ROOM = { across: 84, down: 30 };

/** Whether a name at this place would be written over one of those that are there. */
export function isTaken(names: readonly { x: number; y: number }[], x: number, y: number): boolean {
  return names.some(
    (name) => Math.abs(name.x - x) < ROOM.across && Math.abs(name.y - y) < ROOM.down,
  );
}

/** Driver and plate under a car, with a rim so that they can be read on any map. */
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
