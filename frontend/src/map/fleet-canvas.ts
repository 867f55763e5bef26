import { DomUtil, type LeafletEvent, type Map as LeafletMap, type ZoomAnimEvent } from "leaflet";
import { type DrawnCar, type FleetSource, glideOn, takeMoves } from "./fleet-moves";
import { drawPlainDot, headingStep, spriteFor } from "./sprites";

const CARS_FROM_ZOOM = 12.5;
const TAP_RADIUS = 16;
const CROWD = 1500;

/** Draws thousands of cars on one canvas: moves are followed by gliding, and nothing is drawn while nothing moves. */
export class FleetCanvas {
  selected: number | null = null;
  dark = false;
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

  /** The car under a tap, if any. */
  carAt(point: { x: number; y: number }): number | null {
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
    return best;
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
    takeMoves(this.drawn, this.source, now);
    const ratio = this.fitCanvas();
    const { width, height } = this.canvas;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, width, height);
    const { scale, left, top } = this.view();
    const asCars = this.map.getZoom() >= CARS_FROM_ZOOM;
    // Too many to look at one by one: shapes without a rim, at the cost of a bare dot.
    const crowded = !asCars && this.drawn.size > CROWD;
    let moving = false;
    for (const [id, car] of this.drawn) {
      if (glideOn(car, now)) moving = true;
      const x = (car.x * scale - left) * ratio;
      const y = (car.y * scale - top) * ratio;
      if (x < -40 || y < -40 || x > width + 40 || y > height + 40) continue;
      if (crowded && id !== this.selected) {
        drawPlainDot(context, car.look, this.dark, x, y, ratio);
        continue;
      }
      const shape = asCars && car.look !== "away" ? headingStep(car.heading) : null;
      const sprite = spriteFor(car.look, shape, this.dark, ratio, id === this.selected);
      // On whole pixels and already turned: nothing to smooth, and so several times faster.
      context.drawImage(
        sprite,
        Math.round(x - sprite.width / 2),
        Math.round(y - sprite.height / 2),
      );
    }
    if (moving) this.redraw();
  };

  /** While the map zooms, the picture is scaled with it; it is drawn anew when the zoom has ended. */
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
