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

/** Shows its children to the permitted kinds of account; sends everyone else to /login, and who leaves from here home. */
export function RequireRole({ permitted, children }: RequireRoleProps) {
  const viewer = useViewer();
  const { pathname, search } = useLocation();
  const opens = viewer.role !== null && permitted.includes(viewer.role);
  const wasIn = useRef(false);
  const from = pathname + search;
  // The same object at every render: Navigate goes again whenever its state is another one, and it is still
  // mounted while the login page's code loads.
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
