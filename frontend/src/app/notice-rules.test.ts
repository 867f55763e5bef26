import { expect, it } from "vitest";
import { isToldByPage } from "./notice-rules";

const accepted = { screen: "BookedCab", data: { booking_id: 81 } };
const asked = { screen: "DriverTrips", data: { booking_id: 81 } };

it("says nothing twice on the page of that very trip", () => {
  expect(isToldByPage("/bookings/81", accepted)).toBe(true);
});

it("speaks up everywhere else", () => {
  expect(isToldByPage("/bookings/82", accepted)).toBe(false);
  expect(isToldByPage("/", accepted)).toBe(false);
});

it("leaves offers to the driver's console", () => {
  expect(isToldByPage("/bookings", asked)).toBe(true);
  expect(isToldByPage("/bookings/history", asked)).toBe(false);
});
