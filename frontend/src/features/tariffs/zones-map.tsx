import { useTranslation } from "react-i18next";
import { BaseMap } from "@/map/base-map";
import { type ZoneShape, ZoneShapes } from "@/map/zone-shapes";
import { placesOf } from "./zone-ring";

/** The map of all zones of a tariff. */
export function ZonesMap({ shapes }: { shapes: readonly ZoneShape[] }) {
  const { t } = useTranslation();
  return (
    <BaseMap
      label={t("tariffs.zones_map")}
      fit={placesOf(shapes.flatMap(({ rings }) => rings.slice(0, 1)))}
    >
      <ZoneShapes shapes={shapes} />
    </BaseMap>
  );
}
