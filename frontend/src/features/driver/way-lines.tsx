import { useTranslation } from "react-i18next";
import classes from "./way-lines.module.css";

interface WayLinesProps {
  pickup: string;
  drop: string;
  /** The next stop. */
  next?: "pickup" | "drop";
}

/** Pickup and drop-off, joined by a line. */
export function WayLines({ pickup, drop, next }: WayLinesProps) {
  const { t } = useTranslation();
  return (
    <ol className={classes.way}>
      <li data-next={next === "pickup" || undefined}>
        <span className="hx-visually-hidden">{t("driver.pickup")}: </span>
        <bdi>{pickup}</bdi>
      </li>
      <li data-next={next === "drop" || undefined} data-drop>
        <span className="hx-visually-hidden">{t("driver.drop")}: </span>
        <bdi>{drop}</bdi>
      </li>
    </ol>
  );
}
