import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { useTabTitle } from "@/ui/tab-count";
import { useAppName } from "./use-app-name";
import { usePageHeading } from "./use-page-heading";

/** Sets the tab's title. On navigation, moves the focus to the page's heading and announces it. */
export function PageAnnouncer() {
  const { pathname } = useLocation();
  const name = useAppName();
  const heading = usePageHeading();
  // The home page's heading is a slogan.
  const page = pathname === "/" ? "" : heading.text;
  const title = useTabTitle(page ? `${page} · ${name}` : name);
  const shownPath = useRef(pathname);
  const leaving = useRef<Element | null>(null);
  const [announced, setAnnounced] = useState("");

  useEffect(() => {
    document.title = title;
  }, [title]);

  useEffect(() => {
    if (shownPath.current === pathname) return;
    shownPath.current = pathname;
    // Until the next page has a heading: the element that was focused on the previous page, such as a link.
    const focused = document.activeElement ?? document.body;
    // The new page may have focused a field already.
    const inPage = document.getElementById("content")?.contains(focused);
    leaving.current = inPage ? document.body : focused;
    setAnnounced("");
    moveFocus(document.getElementById("content"), leaving.current);
  }, [pathname]);

  useEffect(() => {
    if (!leaving.current || !heading.element || !heading.text) return;
    moveFocus(heading.element, leaving.current);
    leaving.current = null;
    setAnnounced(heading.text);
  }, [heading]);

  return (
    <p className="hx-visually-hidden" aria-live="polite" aria-atomic="true" data-page-announcer>
      {announced}
    </p>
  );
}

/** Moves the focus, unless the page or the user has moved it meanwhile. */
function moveFocus(target: HTMLElement | null, left: Element): void {
  const focused = document.activeElement;
  const free =
    focused === null ||
    focused === document.body ||
    focused === left ||
    focused === document.getElementById("content");
  if (!target || !free) return;
  if (!target.hasAttribute("tabindex")) target.tabIndex = -1;
  target.focus({ preventScroll: true });
}
