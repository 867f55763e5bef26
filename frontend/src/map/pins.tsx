import { divIcon } from "leaflet";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Marker, Tooltip } from "react-leaflet";
import type { LatLng } from "@/api/types";
import classes from "./markers.module.css";

const DROP_SHAPE = `<rect x="12.500" y="10.500" width="11" height="11" rx="2" class="${classes.pinEye}"/>`;
const PICKUP_SHAPE = `<circle cx="18" cy="16" r="6" class="${classes.pinLamp}"/>`;

const stopShape = (number: number) =>
  `<text x="18" y="21" text-anchor="middle" font-size="14" font-weight="700" class="${classes.pinEye}">${number}</text>`;

function pin(eye: string) {
  return divIcon({
    className: classes.pin ?? "",
    iconSize: [36, 46],
    iconAnchor: [18, 44],
    html: `<svg viewBox="0 0 36 46" width="36" height="46" aria-hidden="true"><ellipse cx="18" cy="43.500" rx="6" ry="2" class="${classes.pinShade}"/><path d="M18 43c-1.200 0-2-1-3-2.300C9.700 33.600 4 26.200 4 16.800a14 14 0 0 1 28 0c0 9.400-5.700 16.800-11 23.900-1 1.300-1.800 2.300-3 2.300Z" class="${classes.pinBody}"/>${eye}</svg>`,
  });
}

const pickupIcon = pin(PICKUP_SHAPE);
const dropIcon = pin(DROP_SHAPE);

interface PinProps {
  at: LatLng;
  address: string;
  /** Called with the position that the pin is dragged to. */
  onMove?: (to: LatLng) => void;
}

function Pin({
  at,
  title,
  icon,
  onMove,
}: Omit<PinProps, "address"> & { title: string; icon: typeof pickupIcon }) {
  return (
    <Marker
      position={at}
      icon={icon}
      title={title}
      alt={title}
      keyboard={false}
      draggable={onMove !== undefined}
      zIndexOffset={500}
      eventHandlers={{
        dragend: ({ target }) => {
          const { lat, lng } = target.getLatLng();
          onMove?.({ lat, lng });
        },
      }}
    >
      <Tooltip direction="top" offset={[0, -42]}>
        {title}
      </Tooltip>
    </Marker>
  );
}

/** The pickup: the pin with the lamp. */
export function PickupPin({ at, address, ...rest }: PinProps) {
  const { t } = useTranslation();
  return <Pin at={at} title={t("map.pickup", { address })} icon={pickupIcon} {...rest} />;
}

/** A stop: the pin with its number. */
export function StopPin({ at, address, number }: PinProps & { number: number }) {
  const { t } = useTranslation();
  const icon = useMemo(() => pin(stopShape(number)), [number]);
  return <Pin at={at} title={t("trip.stop_on_map", { number, address })} icon={icon} />;
}

/** The drop-off: the pin with the square. */
export function DropPin({ at, address, ...rest }: PinProps) {
  const { t } = useTranslation();
  return <Pin at={at} title={t("map.drop", { address })} icon={dropIcon} {...rest} />;
}
