import type { DriverPosition } from "@/api/types";

export interface Pose {
  lat: number;
  lng: number;
  heading: number;
}

const MAX_ANIMATION_MS = 4000;
const FIRST_ANIMATION_MS = 1000;
/** About a kilometre: a car does not drive that far between two positions. */
const JUMP_DEGREES = 0.01;

/** Returns the smaller turn from one heading to another, in degrees. */
export function turnBetween(from: number, to: number): number {
  return ((((to - from) % 360) + 540) % 360) - 180;
}

/**
 * Animates a car from its shown position to its latest one, over about the interval between two positions.
 * Calls `draw` on every frame until the car has arrived.
 */
export class MarkerAnimation {
  private shown: Pose | null = null;
  private frame = 0;
  private lastUpdate = 0;
  private readonly draw: (pose: Pose) => void;

  constructor(draw: (pose: Pose) => void) {
    this.draw = draw;
  }

  to(position: DriverPosition, now = performance.now()): void {
    const heading = position.heading ?? this.shown?.heading ?? 0;
    const target = { lat: position.lat, lng: position.lng, heading };
    const from = this.shown;
    const pause = this.lastUpdate ? now - this.lastUpdate : FIRST_ANIMATION_MS;
    this.lastUpdate = now;
    cancelAnimationFrame(this.frame);
    const jumps =
      !from ||
      Math.abs(from.lat - target.lat) + Math.abs(from.lng - target.lng) > JUMP_DEGREES ||
      window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (jumps) {
      this.show(target);
      return;
    }
    const duration = Math.min(MAX_ANIMATION_MS, Math.max(200, pause));
    const bend = turnBetween(from.heading, heading);
    const step = (time: number) => {
      const done = Math.min(1, Math.max(0, (time - now) / duration));
      const turned = Math.min(1, done * 2.5);
      this.show({
        lat: from.lat + (target.lat - from.lat) * done,
        lng: from.lng + (target.lng - from.lng) * done,
        heading: from.heading + bend * turned,
      });
      if (done < 1) this.frame = requestAnimationFrame(step);
    };
    this.frame = requestAnimationFrame(step);
  }

  stop(): void {
    cancelAnimationFrame(this.frame);
  }

  private show(pose: Pose): void {
    this.shown = pose;
    this.draw(pose);
  }
}
