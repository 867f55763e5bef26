import { useEffect } from "react";
import { useNavigate } from "react-router";
import { endPush, syncPush } from "@/api/push";
import { currentViewer } from "@/api/session";

/** Keeps push in sync with the session: renewed when the session starts, ended when it is over. */
export function usePushSync(user: number): void {
  useEffect(() => {
    // The next page retries; meanwhile the inbox has all notifications.
    syncPush(user).catch(() => undefined);
    return () => {
      if (currentViewer().state === "visitor") void endPush().catch(() => undefined);
    };
  }, [user]);
}

/** Returns the page that the service worker requests if it is one of this app; else null. */
export function requestedPage(message: unknown): string | null {
  if (typeof message !== "object" || message === null) return null;
  const { type, page } = message as { type?: unknown; page?: unknown };
  const ours = typeof page === "string" && page.startsWith("/") && !page.startsWith("//");
  return type === "turn-to" && ours ? page : null;
}

/** Opens the page of a pressed notification in this window, without a reload. */
export function useNotificationNavigation(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const worker = navigator.serviceWorker;
    if (!worker) return;
    const turn = ({ data, ports }: MessageEvent) => {
      const page = requestedPage(data);
      if (page === null) return;
      ports[0]?.postMessage(true);
      void navigate(page);
    };
    worker.addEventListener("message", turn);
    return () => worker.removeEventListener("message", turn);
  }, [navigate]);
}
