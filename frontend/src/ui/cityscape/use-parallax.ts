import { type RefObject, useEffect } from "react";

const WIDE_ENOUGH = "(width >= 768px)";
const LESS_MOTION = "(prefers-reduced-motion: reduce)";

/**
 * Tells an element how far the page is scrolled, as `--scroll` in pixels, for its layers to follow.
 * Only on a window at least 768 px wide, and never for those who asked for less motion.
 */
export function useParallax(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const wide = window.matchMedia(WIDE_ENOUGH);
    const calm = window.matchMedia(LESS_MOTION);
    let frame = 0;

    const place = () => {
      frame = 0;
      const moving = wide.matches && !calm.matches;
      element.current?.style.setProperty("--scroll", `${moving ? window.scrollY : 0}px`);
    };
    const onScroll = () => {
      frame ||= requestAnimationFrame(place);
    };

    place();
    window.addEventListener("scroll", onScroll, { passive: true });
    wide.addEventListener("change", place);
    calm.addEventListener("change", place);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener("scroll", onScroll);
      wide.removeEventListener("change", place);
      calm.removeEventListener("change", place);
    };
  }, [element]);
}
