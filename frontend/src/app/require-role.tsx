import { type ReactNode, useEffect, useMemo, useRef } from "react";
import { Navigate, useLocation } from "react-router";
import { useViewer } from "@/api/session";
import type { UserType } from "@/api/types";
import { LoadingState } from "@/ui/states";
import { OfflinePage } from "./offline-page";

interface RequireRoleProps {
  permitted: readonly UserType[];
  children: ReactNode;
}

/**
 * Shows its children to the permitted roles; redirects everyone else to /login, and users who log out to /.
 */
export function RequireRole({ permitted, children }: RequireRoleProps) {
  const viewer = useViewer();
  const { pathname, search } = useLocation();
  const opens = viewer.role !== null && permitted.includes(viewer.role);
  const wasIn = useRef(false);
  const from = pathname + search;
  // The same object at every render: Navigate redirects again when its state changes, and it stays mounted
  // while the login page's code loads.
  const state = useMemo(() => ({ from }), [from]);

  useEffect(() => {
    if (opens) wasIn.current = true;
  }, [opens]);

  if (viewer.state === "loading") return <LoadingState />;
  if (viewer.state === "offline") return <OfflinePage />;
  if (!opens) {
    if (wasIn.current && viewer.state === "visitor" && viewer.left)
      return <Navigate to="/" replace />;
    return <Navigate to="/login" replace state={state} />;
  }
  return children;
}
