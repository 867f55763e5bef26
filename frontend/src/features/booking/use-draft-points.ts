import type { TripPoint } from "@/api/types";
import type { PointKind } from "@/ui/places/point";
import { usePoints } from "@/ui/places/use-points";
import { withPoint } from "./draft";
import { changeDraft } from "./draft-store";

const setPoint = (kind: PointKind, point: TripPoint) =>
  changeDraft((draft) => withPoint(draft, kind, point));

export const useDraftPoints = () => usePoints(setPoint);
