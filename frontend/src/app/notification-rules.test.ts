// @vitest-environment node
import { expect, it } from "vitest";
import { isAlreadyVisible, truncateText } from "./notification-rules";

const accepted = { screen: "BookedCab", data: { booking_id: 81 } };
const offer = { screen: "DriverTrips", data: { booking_id: 81 } };

it("shows no notification on the page of that trip", () => {
  expect(isAlreadyVisible("/bookings/81", accepted)).toBe(true);
});

it("shows the notification on all other pages", () => {
  expect(isAlreadyVisible("/bookings/82", accepted)).toBe(false);
  expect(isAlreadyVisible("/", accepted)).toBe(false);
});

it("leaves offers to the driver's console", () => {
  expect(isAlreadyVisible("/bookings", offer)).toBe(true);
  expect(isAlreadyVisible("/bookings/history", offer)).toBe(false);
});

it("shows a chat message on the page of its trip too", () => {
  const written = { screen: "onlineChat", data: { booking_id: 81 } };
  expect(isAlreadyVisible("/bookings/81", written)).toBe(false);
  expect(isAlreadyVisible("/bookings", written)).toBe(false);
});

it("truncates a long message at a word boundary", () => {
  const long = `Ada wrote: ${"I am at the side door ".repeat(8)}`;
  const truncated = truncateText(long);
  expect(truncated.length).toBeLessThan(92);
  expect(truncated).toMatch(/^Ada wrote: I am at the side door.*\b(I|am|at|the|side|door)…$/);
  expect(truncateText("Ada wrote: Here")).toBe("Ada wrote: Here");
});
