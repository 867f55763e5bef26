import { afterEach, expect, it, vi } from "vitest";
import { get, patch, post, remove } from "./client";

function serve() {
  const requests: string[] = [];
  vi.stubGlobal("fetch", async (url: string, { method, body }: RequestInit) => {
    requests.push([method, url, body].filter(Boolean).join(" "));
    return Response.json({});
  });
  return requests;
}

afterEach(() => vi.unstubAllGlobals());

it("fills in the path, encoded, and sends parameters and body", async () => {
  const requests = serve();
  await get("bookings/{id}/drivers/", { path: { id: 7 }, params: { search: "ben" } });
  await get("places/{place_id}/", { path: { place_id: "a/b?" }, params: { session: null } });
  await post("bookings/{id}/book-later/", {
    path: { id: 7 },
    body: { trip_date: "2026-12-01T09:00" },
  });
  await patch("me/", { body: { first_name: "Ada" } });
  await remove("exports/{id}/", { path: { id: 3 } });
  expect(requests).toEqual([
    "GET /api/v1/bookings/7/drivers/?search=ben",
    "GET /api/v1/places/a%2Fb%3F/",
    'POST /api/v1/bookings/7/book-later/ {"trip_date":"2026-12-01T09:00"}',
    'PATCH /api/v1/me/ {"first_name":"Ada"}',
    "DELETE /api/v1/exports/3/",
  ]);
});

it("is checked by the compiler: path, method, parameters, body and response", async () => {
  const requests = serve();
  // @ts-expect-error no such path
  await get("booking/{id}/", { path: { id: 7 } });
  // @ts-expect-error the path has no such method
  await remove("bookings/{id}/", { path: { id: 7 } });
  // @ts-expect-error the path's parameter is missing
  await get("bookings/{id}/");
  // @ts-expect-error no such query parameter
  await get("bookings/", { params: { state: "NEW" } });
  // @ts-expect-error the body's field is missing
  await post("bookings/{id}/book-later/", { path: { id: 7 }, body: {} });
  // @ts-expect-error another type of response
  const wallet: { total: string } = await get("me/wallet/");
  expect(wallet).toEqual({});
  expect(requests).toHaveLength(6);
});
