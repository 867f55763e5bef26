/** Small car images, drawn once and copied thousands of times. Colour and shape show the status. */

export type CarLook = "free" | "busy" | "away";

export const COLOURS: Record<CarLook, { light: string; dark: string }> = {
  free: { light: "#1f7d59", dark: "#75c2a0" },
  busy: { light: "#2c68a8", dark: "#81b1df" },
  away: { light: "#6d778c", dark: "#98a1b4" },
};

const LAMP = "#ffbe38";
const SIDE = 56;
const PICTURE = 26;
const TURNS = 64;
const cache = new Map<string, ImageBitmap>();

type Pen = OffscreenCanvasRenderingContext2D;

export function sheet(side: number, ratio: number): [OffscreenCanvas, Pen | null] {
  const whole = Math.ceil(side * ratio);
  const canvas = new OffscreenCanvas(whole, whole);
  const context = canvas.getContext("2d");
  context?.setTransform(ratio, 0, 0, ratio, whole / 2, whole / 2);
  return [canvas, context];
}

/** Draws the outline of a status. Free: a disc. Busy: a square. Away: a diamond. */
export function outline(context: Pen, look: CarLook, reach: number): void {
  context.beginPath();
  if (look === "free") context.arc(0, 0, reach, 0, Math.PI * 2);
  else if (look === "busy") {
    const half = reach * 0.9;
    context.roundRect(-half, -half, half * 2, half * 2, reach * 0.28);
  } else {
    const tip = reach * 1.18;
    context.moveTo(0, -tip);
    context.lineTo(tip, 0);
    context.lineTo(0, tip);
    context.lineTo(-tip, 0);
    context.closePath();
  }
}

/** Returns the drawn heading nearest to a heading. */
export function headingStep(degrees: number): number {
  return ((Math.round((degrees / 360) * TURNS) % TURNS) + TURNS) % TURNS;
}

/** Returns a car type's image by its key; null while it is loading. */
export type Pictures = (key: string, dark: boolean) => CanvasImageSource | null;

interface SpriteOptions {
  look: CarLook;
  /** The image's key, and the index of the drawn heading. */
  picture: string;
  turned: number;
  dark: boolean;
  ratio: number;
  selected: boolean;
}

/**
 * Draws the marker of a car: the image of its type on the shape of its status, with a nose in driving
 * direction.
 */
export function spriteFor(options: SpriteOptions, pictures: Pictures): ImageBitmap {
  const { look, picture, turned, dark, ratio, selected } = options;
  const image = pictures(picture, dark);
  const key = `${look} ${image ? picture : ""} ${turned} ${dark} ${ratio} ${selected}`;
  const known = cache.get(key);
  if (known) return known;
  const [canvas, context] = sheet(SIDE, ratio);
  if (context) {
    const colour = COLOURS[look][dark ? "dark" : "light"];
    if (selected) drawHalo(context);
    drawNose(context, turned, colour);
    context.fillStyle = dark ? "#141b28" : "#ffffff";
    context.strokeStyle = colour;
    context.lineWidth = 2.5;
    outline(context, look, 16);
    context.fill();
    context.stroke();
    if (image) drawPicture(context, image);
  }
  // A bitmap is much faster to draw than a canvas.
  const bitmap = canvas.transferToImageBitmap();
  cache.set(key, bitmap);
  return bitmap;
}

function drawNose(context: Pen, turned: number, colour: string): void {
  context.save();
  context.rotate((turned / TURNS) * Math.PI * 2);
  context.beginPath();
  context.moveTo(0, -25.5);
  context.lineTo(7, -15);
  context.lineTo(-7, -15);
  context.closePath();
  context.fillStyle = colour;
  context.fill();
  context.restore();
}

function drawPicture(context: Pen, image: CanvasImageSource): void {
  const { width, height } = image as { width: number; height: number };
  const scale = PICTURE / Math.max(width, height, 1);
  context.imageSmoothingQuality = "high";
  context.drawImage(
    image,
    (-width * scale) / 2,
    (-height * scale) / 2,
    width * scale,
    height * scale,
  );
}

function drawHalo(context: Pen): void {
  context.beginPath();
  context.arc(0, 0, 25, 0, Math.PI * 2);
  context.fillStyle = "rgb(255 190 56 / 35%)";
  context.fill();
  context.lineWidth = 2;
  context.strokeStyle = LAMP;
  context.stroke();
}
