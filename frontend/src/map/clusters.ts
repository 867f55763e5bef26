import type { DrawnCar } from "./fleet-animation";
import { COLOURS, outline, sheet } from "./sprites";

/** Cars close together on the screen, drawn as one cluster. */
export interface Cluster {
  x: number;
  y: number;
  count: number;
  free: number;
  busy: number;
  /** The car of a cluster of one, else the newest car. */
  id: number;
}

const CELL = 64;
const cache = new Map<string, ImageBitmap>();

/**
 * Groups cars by a grid that is fixed to the world, so that panning never changes the groups. A cluster is
 * drawn at the centre of its cars.
 */
export function clustersOf(
  cars: Iterable<readonly [number, DrawnCar]>,
  scale: number,
  left: number,
  top: number,
): Map<number, Cluster> {
  const found = new Map<number, Cluster>();
  for (const [id, car] of cars) {
    const x = car.x * scale;
    const y = car.y * scale;
    const key = Math.floor(x / CELL) * 4_194_304 + Math.floor(y / CELL);
    let cluster = found.get(key);
    if (!cluster) {
      cluster = { x: 0, y: 0, count: 0, free: 0, busy: 0, id };
      found.set(key, cluster);
    }
    cluster.x += x;
    cluster.y += y;
    cluster.count += 1;
    cluster.id = id;
    if (car.look === "free") cluster.free += 1;
    else if (car.look === "busy") cluster.busy += 1;
  }
  for (const cluster of found.values()) {
    cluster.x = cluster.x / cluster.count - left;
    cluster.y = cluster.y / cluster.count - top;
  }
  return found;
}

/** Returns the radius of a cluster's badge. */
export const reachOf = (count: number) => Math.min(27, 13 + Math.log10(count) * 5);

/** Returns the ends of the ring's free and busy parts, in sixteenths; the rest is away. */
function parts({ count, free, busy }: Cluster): [number, number] {
  const step = (share: number) => Math.round((share / count) * 16);
  return [step(free), step(free + busy)];
}

/** Draws a badge with the number of cars, and a ring that shows how many are free, busy and away. */
export function clusterSprite(
  cluster: Cluster,
  text: string,
  dark: boolean,
  ratio: number,
): ImageBitmap {
  const [free, busy] = parts(cluster);
  const reach = Math.round(reachOf(cluster.count));
  const key = `${text} ${reach} ${free} ${busy} ${dark} ${ratio}`;
  const known = cache.get(key);
  if (known) return known;
  if (cache.size > 3000) cache.clear();
  const [canvas, context] = sheet(reach * 2 + 8, ratio);
  if (context) {
    const scheme = dark ? "dark" : "light";
    context.fillStyle = dark ? "#141b28" : "#ffffff";
    outline(context, "free", reach);
    context.fill();
    context.lineWidth = 4;
    const arc = (from: number, to: number, colour: string, dash: number[]) => {
      if (from === to) return;
      context.beginPath();
      context.setLineDash(dash);
      context.arc(0, 0, reach, (from / 8 - 0.5) * Math.PI, (to / 8 - 0.5) * Math.PI);
      context.strokeStyle = colour;
      context.stroke();
    };
    arc(0, free, COLOURS.free[scheme], []);
    arc(free, busy, COLOURS.busy[scheme], [6, 2]);
    arc(busy, 16, COLOURS.away[scheme], [2, 2]);
    context.fillStyle = dark ? "#dfe3ec" : "#171e2c";
    context.font = `650 ${cluster.count > 999 ? 12 : 13}px "Inter Variable", sans-serif`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillText(text, 0, 0.5);
  }
  const bitmap = canvas.transferToImageBitmap();
  cache.set(key, bitmap);
  return bitmap;
}
