import type { MouseEvent, ReactNode } from "react";
import { Link } from "react-router";
import { useViewer } from "@/api/session";
import type { UserType } from "@/api/types";

/** A click on a link in a row opens the link's target, and not the row. */
const alone = (event: MouseEvent) => event.stopPropagation();

interface PersonLinkProps {
  id: number | null | undefined;
  kind: UserType;
  children: ReactNode;
}

/**
 * A user's name or plate, with a link to their page for viewers who may open it: admins, and fleet admins for
 * their drivers.
 */
export function PersonLink({ id, kind, children }: PersonLinkProps) {
  const viewer = useViewer();
  const may = viewer.role === "admin" || (viewer.role === "fleetadmin" && kind === "driver");
  if (!id || !may) return children;
  return (
    <Link to={`/people/${id}`} onClick={alone}>
      {children}
    </Link>
  );
}

/** A booking's reference, with a link to its page. */
export function BookingLink({
  id,
  children,
}: {
  id: number | null | undefined;
  children: ReactNode;
}) {
  if (!id) return children;
  return (
    <Link to={`/bookings/${id}`} onClick={alone}>
      {children}
    </Link>
  );
}
