import { QueryClientProvider } from "@tanstack/react-query";
import { renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import type { BookingStatus, Track } from "@/api/types";
import { useDrivenRoute } from "./use-driven-route";

const at = "2026-03-01T10:00:00Z";
const [start, middle, end] = [
  { lat: 50.71, lng: -1.31, at },
  { lat: 50.72, lng: -1.3, at },
  { lat: 50.73, lng: -1.29, at },
];

function driven(status: BookingStatus, points: Track["points"]) {
  const requests: string[] = [];
  vi.stubGlobal("fetch", async (url: string) => {
    requests.push(url);
    return Response.json({ polyline_points: "the way", points });
  });
  const client = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useDrivenRoute({ id: 81, status }), { wrapper });
  return { result, requests };
}

afterEach(() => vi.unstubAllGlobals());

it("is the stored route of a finished trip, from its actual start to its end", async () => {
  const { result } = driven("COMPLETE", [start, middle, end]);
  await waitFor(() =>
    expect(result.current).toEqual({ polyline: "the way", from: start, to: end }),
  );
});

it("is null while the trip is active", () => {
  const { result, requests } = driven("STARTED", [start, end]);
  expect(result.current).toBeNull();
  expect(requests).toEqual([]);
});

it("is null if the server has stored fewer than two points", async () => {
  const { result, requests } = driven("PAID", [start]);
  await waitFor(() => expect(requests).toHaveLength(1));
  expect(result.current).toBeNull();
});
