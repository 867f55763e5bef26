import { useEffect, useRef, useState } from "react";
import { type Columns, type Place, placeOf, successorOf } from "./lanes";

/** The active job. When it leaves the board, the next one of its lane takes its place. */
export function useSelection(columns: Columns) {
  const [id, setId] = useState<number | null>(null);
  const place = placeOf(columns, id);
  const last = useRef<Place | null>(null);
  useEffect(() => {
    if (place) last.current = place;
    else if (id !== null && last.current) setId(successorOf(columns, last.current));
  });
  return { id: place ? id : null, place, select: setId };
}
