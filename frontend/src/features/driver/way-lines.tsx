import { useTranslation } from "react-i18next";
import classes from "./way-lines.module.css";

interface WayLinesProps {
  pickup: string;
  drop: string;
  stops?: readonly { add: string; left_at: string | null }[];
  /** The next stop. */
  next?: "pickup" | "drop";
}

/** Pickup, stops and drop-off, joined by a line. */
export function WayLines({ pickup, drop, stops = [], next }: WayLinesProps) {
  const { t } = useTranslation();
  const ahead = stops.findIndex((stop) => stop.left_at === null);
  return (
    <ol className={classes.way}>
      <li data-next={next === "pickup" || undefined}>
        <span className="hx-visually-hidden">{t("driver.pickup")}: </span>
        <bdi>{pickup}</bdi>
      </li>
      {stops.map((stop, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the number is the stop's identity.
        <li key={index} data-next={(next === "drop" && index === ahead) || undefined}>
          <span className="hx-visually-hidden">{t("trip.stop", { number: index + 1 })}: </span>
          <bdi>{stop.add}</bdi>
        </li>
      ))}
      <li data-next={(next === "drop" && ahead < 0) || undefined} data-drop>
        <span className="hx-visually-hidden">{t("driver.drop")}: </span>
        <bdi>{drop}</bdi>
      </li>
    </ol>
  );
}
