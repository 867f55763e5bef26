import { IconFocusCentered, IconMinus, IconPlus } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useMap } from "react-leaflet";
import classes from "./base-map.module.css";

/** Zoom and recentre buttons: translated, and positioned by the reading direction. */
export function MapControls({ onRecenter }: { onRecenter?: (() => void) | undefined }) {
  const map = useMap();
  const { t } = useTranslation();
  const [zoom, setZoom] = useState(map.getZoom());

  useEffect(() => {
    const look = () => setZoom(map.getZoom());
    map.on("zoomend", look);
    return () => {
      map.off("zoomend", look);
    };
  }, [map]);

  return (
    <div className={classes.controls}>
      {onRecenter ? (
        <button
          type="button"
          aria-label={t("map.recenter")}
          title={t("map.recenter")}
          onClick={onRecenter}
        >
          <IconFocusCentered size={20} aria-hidden="true" />
        </button>
      ) : null}
      <button
        type="button"
        aria-label={t("map.zoom_in")}
        aria-disabled={zoom >= map.getMaxZoom()}
        onClick={() => map.zoomIn()}
      >
        <IconPlus size={20} aria-hidden="true" />
      </button>
      <button
        type="button"
        aria-label={t("map.zoom_out")}
        aria-disabled={zoom <= map.getMinZoom()}
        onClick={() => map.zoomOut()}
      >
        <IconMinus size={20} aria-hidden="true" />
      </button>
    </div>
  );
}
