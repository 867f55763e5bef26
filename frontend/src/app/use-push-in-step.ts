import { useEffect } from "react";
import { useNavigate } from "react-router";
import { endPush, keepPushInStep } from "@/api/push";
import { currentViewer } from "@/api/session";

/** Pushes to this browser hold as long as the session does: renewed when it starts, ended when it is over. */
export function usePushInStep(user: number): void {
  useEffect(() => {
    // It is tried again with the next page; until then the inbox has everything.
    keepPushInStep(user).catch(() => undefined);
    return () => {
      if (currentViewer().state === "visitor") void endPush().catch(() => undefined);
    };
  }, [user]);
}

/** Returns the page that the service worker requests, if it is ours; null for anything else. */
export function pageAskedFor(message: unknown): string | null {
  if (typeof message !== "object" || message === null) return null;
  const { type, page } = message as { type?: unknown; page?: unknown };
  const ours = typeof page === "string" && page.startsWith("/") && !page.startsWith("//");
  return type === "turn-to" && ours ? page : null;
}

/** Opens the page of a pressed notification in this window, without a reload. */
export function useTurnTo(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const worker = navigator.serviceWorker;
    if (!worker) return;
    const turn = ({ data, ports }: MessageEvent) => {
      const page = pageAskedFor(data);
      if (page === null) return;
      ports[0]?.postMessage(true);
      void navigate(page);
    };
    worker.addEventListener("message", turn);
    return () => worker.removeEventListener("message", turn);
  }, [navigate]);
}
