/** Small pictures of cars, drawn once and stamped thousands of times. Colour and shape tell the state apart. */

export type CarLook = "free" | "busy" | "away";

const COLOURS: Record<CarLook, { light: string; dark: string }> = {
  free: { light: "#1f7d59", dark: "#75c2a0" },
  busy: { light: "#2c68a8", dark: "#81b1df" },
  away: { light: "#8a93a5", dark: "#6d778c" },
};

const LAMP = "#ffbe38";
const made = new Map<string, ImageBitmap>();

type Pen = OffscreenCanvasRenderingContext2D;

function sheet(side: number, ratio: number): [OffscreenCanvas, Pen | null] {
  const whole = Math.ceil(side * ratio);
  const canvas = new OffscreenCanvas(whole, whole);
  const context = canvas.getContext("2d");
  context?.setTransform(ratio, 0, 0, ratio, whole / 2, whole / 2);
  return [canvas, context];
}

/** Free: a full dot. Busy: a square. Away: a ring. */
function drawDot(context: Pen, look: CarLook, colour: string, rim: string): void {
  context.lineWidth = 1.5;
  context.beginPath();
  if (look === "busy") {
    context.roundRect(-4.6, -4.6, 9.2, 9.2, 1.5);
  } else {
    context.arc(0, 0, look === "away" ? 3.5 : 5, 0, Math.PI * 2);
  }
  if (look === "away") {
    context.lineWidth = 2;
    context.strokeStyle = colour;
    context.stroke();
    return;
  }
  context.fillStyle = colour;
  context.fill();
  context.strokeStyle = rim;
  context.stroke();
}

/** The same shapes without a rim, straight onto the map. */
export function drawPlainDot(
  context: CanvasRenderingContext2D,
  look: CarLook,
  dark: boolean,
  x: number,
  y: number,
  ratio: number,
): void {
  context.fillStyle = COLOURS[look][dark ? "dark" : "light"];
  if (look === "busy") {
    const side = 8 * ratio;
    context.fillRect(x - side / 2, y - side / 2, side, side);
    return;
  }
  context.beginPath();
  context.arc(x, y, (look === "away" ? 2.5 : 4.5) * ratio, 0, Math.PI * 2);
  context.fill();
}

/** From above, nose up; the roof light burns while the car is free. */
function drawCar(context: Pen, look: CarLook, colour: string, rim: string): void {
  context.beginPath();
  context.roundRect(-6.5, -12, 13, 24, [5.5, 5.5, 4.5, 4.5]);
  context.fillStyle = colour;
  context.fill();
  context.lineWidth = 1.6;
  context.strokeStyle = rim;
  context.stroke();
  context.fillStyle = rim;
  context.globalAlpha = 0.75;
  context.beginPath();
  context.roundRect(-4.6, -7.5, 9.2, 3.6, 1.4);
  context.roundRect(-4.4, 6.8, 8.8, 2.4, 1);
  context.fill();
  context.globalAlpha = 1;
  context.fillStyle = look === "free" ? LAMP : rim;
  context.beginPath();
  context.roundRect(-3, -1.2, 6, 3.2, 1);
  context.fill();
}

const TURNS = 64;

/** Which of the drawn turns comes nearest to a heading. */
export function headingStep(degrees: number): number {
  return ((Math.round((degrees / 360) * TURNS) % TURNS) + TURNS) % TURNS;
}

/** The picture of a car turned to a step of its heading, or of a dot when there is none. */
export function spriteFor(
  look: CarLook,
  turned: number | null,
  dark: boolean,
  ratio: number,
  selected: boolean,
): ImageBitmap {
  const key = `${look} ${turned} ${dark} ${ratio} ${selected}`;
  const known = made.get(key);
  if (known) return known;
  const [canvas, context] = sheet(selected ? 44 : turned === null ? 14 : 30, ratio);
  if (context) {
    const colour = COLOURS[look][dark ? "dark" : "light"];
    const rim = dark ? "#0d121c" : "#ffffff";
    if (selected) drawHalo(context);
    if (turned === null) drawDot(context, look, colour, rim);
    else {
      context.rotate((turned / TURNS) * Math.PI * 2);
      drawCar(context, look, colour, rim);
    }
  }
  // A bitmap is stamped at a fraction of what a canvas costs.
  const bitmap = canvas.transferToImageBitmap();
  made.set(key, bitmap);
  return bitmap;
}

function drawHalo(context: Pen): void {
  context.beginPath();
  context.arc(0, 0, 19, 0, Math.PI * 2);
  context.fillStyle = "rgb(255 190 56 / 35%)";
  context.fill();
  context.lineWidth = 2;
  context.strokeStyle = LAMP;
  context.stroke();
}
