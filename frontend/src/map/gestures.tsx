import { Browser, DomEvent } from "leaflet";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useMap } from "react-leaflet";
import classes from "./base-map.module.css";

const HINT_MS = 1400;

/**
 * Keeps a map inside a scrolling page from trapping the scroll: the wheel zooms with Ctrl (or Cmd),
 * a touch screen moves the map with two fingers; anything else scrolls the page and shows how.
 */
export function CooperativeGestures() {
  const map = useMap();
  const { t } = useTranslation();
  const [hint, setHint] = useState(false);

  useEffect(() => {
    const container = map.getContainer();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const showHint = () => {
      setHint(true);
      clearTimeout(timer);
      timer = setTimeout(() => setHint(false), HINT_MS);
    };
    const onWheel = (event: WheelEvent) => {
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault();
        map.scrollWheelZoom.enable();
      } else {
        map.scrollWheelZoom.disable();
        showHint();
      }
    };
    const onTouch = (event: TouchEvent) => {
      if (event.touches.length === 1 && event.type === "touchmove") showHint();
      if (event.touches.length >= 2) map.dragging.enable();
      else map.dragging.disable();
    };

    map.scrollWheelZoom.disable();
    container.addEventListener("wheel", onWheel, { passive: false, capture: true });
    if (Browser.touch && Browser.mobile) {
      map.dragging.disable();
      container.style.touchAction = "pan-x pan-y";
      DomEvent.on(container, "touchstart", onTouch as unknown as DomEvent.EventHandlerFn);
      DomEvent.on(container, "touchmove", onTouch as unknown as DomEvent.EventHandlerFn);
    }
    return () => {
      clearTimeout(timer);
      container.removeEventListener("wheel", onWheel, { capture: true });
      DomEvent.off(container, "touchstart", onTouch as unknown as DomEvent.EventHandlerFn);
      DomEvent.off(container, "touchmove", onTouch as unknown as DomEvent.EventHandlerFn);
    };
  }, [map]);

  return (
    <div className={classes.hint} data-shown={hint || undefined} aria-hidden="true">
      {t(Browser.mobile ? "map.touch_hint" : "map.scroll_hint")}
    </div>
  );
}
