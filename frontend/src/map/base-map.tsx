import "leaflet/dist/leaflet.css";
import { useQuery } from "@tanstack/react-query";
import { latLngBounds } from "leaflet";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { MapContainer } from "react-leaflet";
import { mapInfoQuery } from "@/api/catalogue";
import type { LatLng, MapInfo } from "@/api/types";
import { LoadingState } from "@/ui/states";
import classes from "./base-map.module.css";
import { BasemapLayer } from "./basemap-layer";
import { FitBounds, type FitPadding } from "./fit-bounds";
import { CooperativeGestures } from "./gestures";
import { MapControls } from "./map-controls";
import { MapEvents } from "./map-events";

export interface BaseMapProps {
  /** The accessible name; the default is the city's name. */
  label?: string;
  className?: string;
  /** Points to show whenever they change; the default is the whole city. */
  fit?: LatLng[];
  fitPadding?: FitPadding;
  /** The maximum zoom of fitting; a single point is shown at this zoom. */
  closest?: number;
  /** True if the page does not scroll: the wheel and one finger then move the map. */
  stage?: boolean;
  onPick?: (at: LatLng) => void;
  onMoveEnd?: (center: LatLng) => void;
  children?: ReactNode;
}

const CITY_MIN_ZOOM = 8;
const MAX_ZOOM = 19;

function cityCorners({ bbox: [west, south, east, north] }: MapInfo): LatLng[] {
  return [
    { lat: south, lng: west },
    { lat: north, lng: east },
  ];
}

/** The operator's city map. Markers and routes are children; the page works without the map. */
export function BaseMap(props: BaseMapProps) {
  const { t } = useTranslation();
  const { data: info, isError } = useQuery(mapInfoQuery());
  const className = props.className ? `${classes.frame} ${props.className}` : classes.frame;

  if (isError) {
    return (
      <div className={className}>
        <p className={classes.unavailable}>{t("map.unavailable")}</p>
      </div>
    );
  }
  return (
    <div className={className}>
      {info ? <LoadedMap {...props} info={info} /> : <LoadingState label={t("map.loading")} />}
    </div>
  );
}

function LoadedMap({
  info,
  label,
  fit,
  fitPadding,
  closest,
  stage,
  onPick,
  onMoveEnd,
  children,
}: BaseMapProps & { info: MapInfo }) {
  const { t } = useTranslation();
  const [round, setRound] = useState(0);
  const city = cityCorners(info);
  const points = fit && fit.length > 0 ? fit : city;
  return (
    <section className={classes.map} aria-label={label ?? t("map.label", { name: info.name })}>
      <MapContainer
        className={classes.canvas ?? ""}
        bounds={latLngBounds(points)}
        maxBounds={latLngBounds(city).pad(0.6)}
        minZoom={CITY_MIN_ZOOM}
        maxZoom={MAX_ZOOM}
        zoomControl={false}
        zoomSnap={0.5}
        fadeAnimation={false}
        worldCopyJump={false}
      >
        <BasemapLayer info={info} />
        <FitBounds
          key={round}
          points={points}
          {...(fitPadding ? { padding: fitPadding } : {})}
          {...(closest === undefined ? {} : { closest })}
        />
        {stage ? null : <CooperativeGestures />}
        <MapEvents onPick={onPick} onMoveEnd={onMoveEnd} />
        <MapControls onRecenter={() => setRound(round + 1)} />
        {children}
      </MapContainer>
    </section>
  );
}
