import { useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";

/** The dialog that a page opens on arrival, in the navigation's state. */
export interface OpenRequest {
  open: "add" | "export" | "assign" | "plan" | "search";
}

/** Calls `onOpen` once when a link requests it; a reload does not repeat it. */
export function useOpenRequest(what: OpenRequest["open"], onOpen: () => void): void {
  const { state, pathname, search } = useLocation();
  const navigate = useNavigate();
  const latest = useRef(onOpen);
  latest.current = onOpen;
  const wanted = (state as Partial<OpenRequest> | null)?.open === what;
  useEffect(() => {
    if (!wanted) return;
    latest.current();
    void navigate(pathname + search, { replace: true, state: null });
  }, [wanted, navigate, pathname, search]);
}
