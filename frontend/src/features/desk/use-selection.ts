import { useCallback, useEffect, useRef, useState } from "react";
import { type Columns, type Place, placeOf, successorOf } from "./lanes";

/** The active job. A new booking is selected once it is listed. When the active job leaves the board, the next one of its lane takes its place. */
export function useSelection(columns: Columns) {
  const [id, setId] = useState<number | null>(null);
  /** A new booking that the board does not list yet. */
  const [awaited, setAwaited] = useState<number | null>(null);
  const [arrived, setArrived] = useState<number | null>(null);
  const place = placeOf(columns, id);
  const last = useRef<Place | null>(null);
  useEffect(() => {
    if (place) last.current = place;
    else if (id !== null && last.current) setId(successorOf(columns, last.current));
  });
  useEffect(() => {
    if (awaited === null || !placeOf(columns, awaited)) return;
    setAwaited(null);
    setArrived(awaited);
    setId(awaited);
  }, [awaited, columns]);
  const select = useCallback((job: number | null) => {
    setAwaited(null);
    setArrived(null);
    setId(job);
  }, []);
  return {
    id: place ? id : null,
    place,
    select,
    /** The new booking that was selected by itself; it takes the focus. */
    arrived,
    expect: setAwaited,
  };
}
