// @vitest-environment node
import { expect, it } from "vitest";
import { pageOfNotice } from "./screens";

it.each([
  ["BookingCab", { booking_id: 81 }, "/bookings/81"],
  ["BookedCab", { booking_id: "81" }, "/bookings/81"],
  ["onlineChat", { booking_id: 81 }, "/bookings/81"],
  ["DriverTrips", { booking_id: 81 }, "/bookings"],
  ["wallet", {}, "/profile"],
  ["documents", {}, "/profile#documents"],
])("%s of %o leads to %s", (screen, data, page) => {
  expect(pageOfNotice({ screen, data })).toBe(page);
});

it("stays on the app's own pages whatever the data contains", () => {
  expect(pageOfNotice({ screen: "BookingCab", data: { booking_id: "../../evil" } })).toBe(
    "/bookings",
  );
  expect(pageOfNotice({ screen: "BookingCab", data: {} })).toBe("/bookings");
  expect(pageOfNotice({ screen: "https://evil.example", data: {} })).toBe("/");
});
