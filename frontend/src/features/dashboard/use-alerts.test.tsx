import { QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import { rememberMe } from "@/api/session";
import type { Me } from "@/api/types";
import { useAlerts } from "./use-alerts";

const topics = vi.hoisted(() => new Map<string | null, { onEvent?: () => void }>());
vi.mock("@/realtime/hooks", () => ({
  useTopic: (topic: string | null, handlers: { onEvent?: () => void }) =>
    void topics.set(topic, handlers),
}));

function alerts(me: Partial<Me>) {
  let reads = 0;
  vi.stubGlobal("fetch", async () => {
    reads += 1;
    return Response.json({ results: [] });
  });
  topics.clear();
  rememberMe({ id: 1, user_type: "admin", ...me } as Me);
  const client = createQueryClient();
  renderHook(useAlerts, {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
  });
  return () => reads;
}

afterEach(() => vi.unstubAllGlobals());

it("reads the alerts again when a case changes", async () => {
  const reads = alerts({ permissions: null });
  await waitFor(() => expect(reads()).toBe(1));
  act(() => topics.get("cases")?.onEvent?.());
  await waitFor(() => expect(reads()).toBe(2));
});

it("does not subscribe to cases that the role does not show", async () => {
  const reads = alerts({ permissions: { cases: "none" } as Me["permissions"] });
  await waitFor(() => expect(reads()).toBe(1));
  expect([...topics.keys()]).toEqual(["bookings", null]);
});
