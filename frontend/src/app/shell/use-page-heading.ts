import { useEffect, useState } from "react";

export interface PageHeading {
  element: HTMLElement | null;
  text: string;
}

const NONE: PageHeading = { element: null, text: "" };

function readHeading(before: PageHeading): PageHeading {
  // A loading page already shows its title, and replaces it later.
  const element = document.querySelector<HTMLElement>("main h1:not([data-loading-page] *)");
  const text = element?.textContent?.trim() ?? "";
  return element === before.element && text === before.text ? before : { element, text };
}

/** Returns the page's current heading; without an element until the page has one. */
export function usePageHeading(): PageHeading {
  const [heading, setHeading] = useState(NONE);
  useEffect(() => {
    let frame = 0;
    // Maps and lists mutate the page many times per frame; the heading is read once.
    const changes = new MutationObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => setHeading(readHeading));
    });
    changes.observe(document.body, { childList: true, subtree: true, characterData: true });
    setHeading(readHeading);
    return () => {
      changes.disconnect();
      cancelAnimationFrame(frame);
    };
  }, []);
  return heading;
}
