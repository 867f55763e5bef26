import type { ReactNode } from "react";
import { Navigate, useLocation } from "react-router";
import { ApiError } from "@/api/error";
import { retryTakeUp, useViewer } from "@/api/session";
import type { UserType } from "@/api/types";
import { ErrorState, LoadingState } from "@/ui/states";

interface RequireRoleProps {
  permitted: readonly UserType[];
  children: ReactNode;
}

/** Shows its children to the permitted kinds of account; sends everyone else to /login. */
export function RequireRole({ permitted, children }: RequireRoleProps) {
  const viewer = useViewer();
  const { pathname, search } = useLocation();

  if (viewer.state === "loading") return <LoadingState />;
  if (viewer.state === "offline") {
    return (
      <ErrorState error={new ApiError(0, "network_error", "")} onRetry={() => void retryTakeUp()} />
    );
  }
  if (viewer.role === null || !permitted.includes(viewer.role)) {
    return <Navigate to="/login" replace state={{ from: pathname + search }} />;
  }
  return children;
}
