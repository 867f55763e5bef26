import { useEffect, useState } from "react";

/** Returns whether the page is scrolled beyond this number of pixels. */
export function useScrolled(beyond: number): boolean {
  const [scrolled, setScrolled] = useState(false);
  useEffect(() => {
    const look = () => setScrolled(window.scrollY > beyond);
    look();
    window.addEventListener("scroll", look, { passive: true });
    return () => window.removeEventListener("scroll", look);
  }, [beyond]);
  return scrolled;
}
