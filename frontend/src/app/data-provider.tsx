import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { meKey } from "@/api/me";
import { createQueryClient } from "@/api/query-client";
import { currentViewer, onViewerChange } from "@/api/session";

/** The cache of server state, cleared when the session ends. */
export function DataProvider({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient);

  useEffect(() => {
    let shown = currentViewer().me?.id ?? null;
    return onViewerChange(() => {
      const viewer = currentViewer();
      const id = viewer.me?.id ?? null;
      if (shown !== null && id !== shown) client.clear();
      if (viewer.me) client.setQueryData(meKey, viewer.me);
      shown = id;
    });
  }, [client]);

  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
