import { type RefObject, useEffect } from "react";

const WIDE_ENOUGH = "(width >= 768px)";
const LESS_MOTION = "(prefers-reduced-motion: reduce)";

/**
 * Sets `--scroll` on an element to the page's scroll position in pixels. Only on a window at least 768 px
 * wide and without reduced motion.
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
