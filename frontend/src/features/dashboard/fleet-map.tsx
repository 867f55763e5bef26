import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { mapInfoQuery } from "@/api/catalogue";
import type { LatLng } from "@/api/types";
import { BaseMap } from "@/map/base-map";
import { LiveCars } from "@/map/live-cars";
import type { FleetCars } from "@/realtime/fleet";
import { BookingLink, PersonLink } from "@/ui/record-link";
import classes from "./dashboard.module.css";

interface FleetMapProps {
  fleet: FleetCars;
  selectedId: number | null;
  onSelect: (id: number | null) => void;
}

/** Document 1, section 9: the map's default zoom. */
const OWN_PLACE_ZOOM = 10;

type Centre = { at: LatLng | null; refused: boolean };

/** The viewer's own position if the browser gives it and it is in the city, otherwise the city. */
function useOwnPlace(): Centre {
  const { data: info } = useQuery(mapInfoQuery());
  const [centre, setCentre] = useState<Centre>({ at: null, refused: false });
  useEffect(() => {
    if (!info) return;
    const [west, south, east, north] = info.bbox;
    const refuse = () => setCentre({ at: null, refused: true });
    if (!("geolocation" in navigator)) {
      refuse();
      return;
    }
    navigator.geolocation.getCurrentPosition(({ coords }) => {
      const { latitude: lat, longitude: lng } = coords;
      const inside = lat > south && lat < north && lng > west && lng < east;
      setCentre({ at: inside ? { lat, lng } : null, refused: false });
    }, refuse);
  }, [info]);
  return centre;
}

/** The positions of the cars at the first load, which the map is fitted to. */
function useFirstCars(fleet: FleetCars): LatLng[] {
  const [places, setPlaces] = useState<LatLng[]>([]);
  useEffect(() => {
    const look = () => {
      if (fleet.cars.size === 0) return;
      setPlaces([...fleet.cars.values()].map(({ lat, lng }) => ({ lat, lng })));
      stop();
    };
    const stop = fleet.subscribe(look);
    look();
    return stop;
  }, [fleet]);
  return places;
}

export function FleetMap({ fleet, selectedId, onSelect }: FleetMapProps) {
  const { t } = useTranslation();
  const { at, refused } = useOwnPlace();
  const firstCars = useFirstCars(fleet);
  const car = selectedId === null ? undefined : fleet.cars.get(selectedId);
  const [focus, setFocus] = useState<LatLng | null>(null);

  // A selected car is centred once, when it is known. After that the user moves the map.
  useEffect(() => {
    setFocus(null);
    if (selectedId === null) return;
    const look = () => {
      const chosen = fleet.cars.get(selectedId);
      if (!chosen) return;
      setFocus({ lat: chosen.lat, lng: chosen.lng });
      stop();
    };
    const stop = fleet.subscribe(look);
    look();
    return stop;
  }, [fleet, selectedId]);

  const points = focus ? [focus] : at ? [at] : firstCars;
  return (
    <>
      <BaseMap fit={points} {...(focus ? {} : { closest: OWN_PLACE_ZOOM })}>
        <LiveCars fleet={fleet} selectedId={selectedId} onSelect={onSelect} />
      </BaseMap>
      {refused ? (
        <p className={classes.notice} role="status">
          {t("errors.allow_location")}
        </p>
      ) : null}
      {car ? (
        <div className={classes.chosen} role="status">
          <PersonLink id={car.driver_id} kind="driver">
            <strong dir="auto">{car.name}</strong>
          </PersonLink>
          <PersonLink id={car.driver_id} kind="driver">
            <bdi dir="ltr">{car.vehicle_number}</bdi>
          </PersonLink>
          <BookingLink id={car.busy ? car.booking_id : null}>
            <span>{t(`dashboard.${car.online ? (car.busy ? "busy" : "free") : "away"}`)}</span>
          </BookingLink>
        </div>
      ) : null}
    </>
  );
}
