import { type RefObject, useEffect } from "react";

/** The height of the map's three buttons and their margins. */
const ROOM_PX = 176;
/** A panel narrower than this share of the map is beside the visible part, not over it. */
const BESIDE = 0.75;

/** Returns the height covered at the map's lower end, in pixels, and whether the buttons fit above it. */
export function coveredBelow(map: DOMRect, panel: DOMRect, top = 0): [number, boolean] {
  const before = panel.width >= BESIDE * map.width;
  const covered = before ? Math.max(0, Math.round(map.bottom - panel.top)) : 0;
  return [covered, map.height - covered - top >= ROOM_PX];
}

/**
 * Positions the map's buttons above the panel at its lower end, and hides them if they do not fit. Panels at
 * the upper end are marked `data-map-top`.
 */
export function useMapPanel(
  stage: RefObject<HTMLElement | null>,
  panel: RefObject<HTMLElement | null>,
  ready: boolean,
): void {
  useEffect(() => {
    const map = stage.current;
    // On a phone the panel's visible box is its sheet.
    const sheet = panel.current?.querySelector<HTMLElement>("[data-snap]") ?? panel.current;
    if (!ready || !map || !sheet) return;
    const measure = () => {
      const top = map.querySelector("[data-map-top]");
      const [covered, roomy] = coveredBelow(
        map.getBoundingClientRect(),
        sheet.getBoundingClientRect(),
        top?.getBoundingClientRect().height,
      );
      map.style.setProperty("--hx-map-inset-bottom", `${covered}px`);
      map.style.setProperty("--hx-map-controls", roomy ? "visible" : "hidden");
    };
    const observer = new ResizeObserver(measure);
    observer.observe(map);
    observer.observe(sheet);
    measure();
    return () => observer.disconnect();
  }, [stage, panel, ready]);
}
