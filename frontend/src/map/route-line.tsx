import { useMemo } from "react";
import { Polyline } from "react-leaflet";
import classes from "./markers.module.css";
import { decodePolyline } from "./polyline";

interface RouteLineProps {
  /** Google polyline, precision 5. */
  polyline: string;
  /** For a route already driven or only proposed. */
  muted?: boolean;
}

/** A route as a line with a casing, legible over streets of any colour in both schemes. */
export function RouteLine({ polyline, muted = false }: RouteLineProps) {
  const points = useMemo(() => decodePolyline(polyline), [polyline]);
  if (points.length < 2) return null;
  return (
    <>
      <Polyline
        positions={points}
        className={classes.casing ?? ""}
        weight={muted ? 8 : 10}
        interactive={false}
      />
      <Polyline
        positions={points}
        className={(muted ? classes.routeMuted : classes.route) ?? ""}
        weight={muted ? 4 : 5.5}
        interactive={false}
      />
    </>
  );
}
