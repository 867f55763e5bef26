import { DomUtil, type LeafletEvent, type Map as LeafletMap, type ZoomAnimEvent } from "leaflet";
import { type Cluster, clusterSprite, clustersOf, reachOf } from "./clusters";
import { advance, type DrawnCar, type FleetSource, updateTargets } from "./fleet-animation";
import { drawName, overlaps } from "./name-labels";
import { headingStep, type Pictures, spriteFor } from "./sprites";

const TAP_RADIUS = 18;
/** Cars are clustered from the first number of visible cars, and separated again below the second. */
const CLUSTER_LIMITS = { from: 250, until: 200 };
const ALONE_FROM_ZOOM = 12;
/** Up to this number of visible cars, each shows its driver's name and plate. */
const MAX_NAMED = 40;

/** The target of a tap: a car, or the centre of a cluster. */
export type Tapped = { car: number } | { cluster: { x: number; y: number } } | null;

/**
 * Draws thousands of cars on one canvas and clusters those that are close together. Cars move smoothly, and
 * nothing is drawn while nothing moves.
 */
export class FleetCanvas {
  selected: number | null = null;
  dark = false;
  pictures: Pictures = () => null;
  count: (value: number) => string = String;
  private clustered = false;
  private clusters: Cluster[] = [];
  private readonly map: LeafletMap;
  private readonly source: FleetSource;
  private readonly canvas = document.createElement("canvas");
  private readonly context: CanvasRenderingContext2D | null;
  private readonly drawn = new Map<number, DrawnCar>();
  private readonly stopListening: () => void;
  private frame = 0;

  constructor(map: LeafletMap, source: FleetSource) {
    this.map = map;
    this.source = source;
    this.context = this.canvas.getContext("2d");
    this.canvas.className = "leaflet-zoom-animated";
    this.canvas.style.pointerEvents = "none";
    this.canvas.setAttribute("aria-hidden", "true");
    map.getPanes().overlayPane?.append(this.canvas);
    map.on("move viewreset resize zoomend", this.redraw);
    map.on("zoomanim", this.followZoom);
    this.stopListening = source.subscribe(this.redraw);
    this.redraw();
  }

  remove(): void {
    cancelAnimationFrame(this.frame);
    this.stopListening();
    this.map.off("move viewreset resize zoomend", this.redraw);
    this.map.off("zoomanim", this.followZoom);
    this.canvas.remove();
  }

  redraw = (): void => {
    if (!this.frame) this.frame = requestAnimationFrame(this.draw);
  };

  /** Returns what is at a point, if anything. */
  at(point: { x: number; y: number }): Tapped {
    if (this.clustered) {
      const hit = this.clusters.find(
        ({ x, y, count }) => Math.hypot(x - point.x, y - point.y) < reachOf(count) + 4,
      );
      if (!hit) return null;
      return hit.count === 1 ? { car: hit.id } : { cluster: { x: hit.x, y: hit.y } };
    }
    let best: number | null = null;
    let nearest = TAP_RADIUS ** 2;
    const { scale, left, top } = this.view();
    for (const [id, car] of this.drawn) {
      const gap = (car.x * scale - left - point.x) ** 2 + (car.y * scale - top - point.y) ** 2;
      if (gap < nearest) {
        nearest = gap;
        best = id;
      }
    }
    return best === null ? null : { car: best };
  }

  private view() {
    const scale = 256 * 2 ** this.map.getZoom();
    const corner = this.map.containerPointToLayerPoint([0, 0]).add(this.map.getPixelOrigin());
    return { scale, left: corner.x, top: corner.y };
  }

  private fitCanvas(): number {
    const ratio = window.devicePixelRatio || 1;
    const { x: width, y: height } = this.map.getSize();
    if (
      this.canvas.width !== Math.round(width * ratio) ||
      this.canvas.height !== Math.round(height * ratio)
    ) {
      this.canvas.width = Math.round(width * ratio);
      this.canvas.height = Math.round(height * ratio);
      this.canvas.style.width = `${width}px`;
      this.canvas.style.height = `${height}px`;
    }
    DomUtil.setPosition(this.canvas, this.map.containerPointToLayerPoint([0, 0]));
    return ratio;
  }

  private draw = (now: number): void => {
    this.frame = 0;
    const { context } = this;
    if (!context) return;
    updateTargets(this.drawn, this.source, now);
    const ratio = this.fitCanvas();
    const { width, height } = this.canvas;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, width, height);
    const { scale, left, top } = this.view();
    let moving = false;
    const seen: [number, DrawnCar][] = [];
    const [right, bottom] = [width / ratio + 30, height / ratio + 30];
    for (const entry of this.drawn) {
      const car = entry[1];
      if (advance(car, now)) moving = true;
      const x = car.x * scale - left;
      const y = car.y * scale - top;
      if (x > -30 && y > -30 && x < right && y < bottom) seen.push(entry);
    }
    const near = this.map.getZoom() >= ALONE_FROM_ZOOM;
    const limit = near ? (this.clustered ? CLUSTER_LIMITS.until : CLUSTER_LIMITS.from) : MAX_NAMED;
    this.clustered = seen.length > limit;
    const stamp = (sprite: ImageBitmap, x: number, y: number) =>
      // Whole pixels and a sprite that is already rotated need no smoothing, which is several times faster.
      context.drawImage(
        sprite,
        Math.round(x * ratio - sprite.width / 2),
        Math.round(y * ratio - sprite.height / 2),
      );
    const stampCar = (id: number, car: DrawnCar, x: number, y: number) => {
      const { look, picture } = car;
      const selected = id === this.selected;
      const turned = headingStep(car.heading);
      const options = { look, picture, turned, dark: this.dark, ratio, selected };
      stamp(spriteFor(options, this.pictures), x, y);
    };
    this.clusters = [];
    if (this.clustered) {
      const found = clustersOf(seen, scale, left, top);
      this.clusters = [...found.values()];
      for (const cluster of this.clusters) {
        const car = cluster.count === 1 ? this.drawn.get(cluster.id) : undefined;
        if (car) stampCar(cluster.id, car, cluster.x, cluster.y);
        else {
          const badge = clusterSprite(cluster, this.count(cluster.count), this.dark, ratio);
          stamp(badge, cluster.x, cluster.y);
        }
      }
    }
    const named = seen.length <= MAX_NAMED;
    const names: { x: number; y: number }[] = [];
    for (const [id, car] of seen) {
      if (this.clustered && id !== this.selected) continue;
      const x = car.x * scale - left;
      const y = car.y * scale - top;
      stampCar(id, car, x, y);
      if (id === this.selected || (named && !overlaps(names, x, y))) {
        drawName(context, car, x, y, ratio, this.dark);
        names.push({ x, y });
      }
    }
    if (moving) this.redraw();
  };

  /** Scales the canvas while the map zooms, and redraws it when the zoom ends. */
  private followZoom = (event: LeafletEvent): void => {
    const { center, zoom } = event as ZoomAnimEvent;
    const corner = this.map.layerPointToLatLng(DomUtil.getPosition(this.canvas));
    const pane = this.map.getPane("mapPane");
    const half = this.map.getSize().divideBy(2);
    const origin = this.map.project(center, zoom).subtract(half);
    const moved = pane ? DomUtil.getPosition(pane) : this.map.getSize().multiplyBy(0);
    const at = this.map.project(corner, zoom).subtract(origin.add(moved).round());
    DomUtil.setTransform(this.canvas, at, this.map.getZoomScale(zoom, this.map.getZoom()));
  };
}
