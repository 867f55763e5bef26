import { expect, it } from "vitest";
import { firstWords, isToldByPage } from "./notice-rules";

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

it("speaks up about a chat message on the page of its trip too", () => {
  const written = { screen: "onlineChat", data: { booking_id: 81 } };
  expect(isToldByPage("/bookings/81", written)).toBe(false);
  expect(isToldByPage("/bookings", written)).toBe(false);
});

it("says the first words of a long message, and cuts none", () => {
  const long = `Ada wrote: ${"I am at the side door ".repeat(8)}`;
  const said = firstWords(long);
  expect(said.length).toBeLessThan(92);
  expect(said).toMatch(/^Ada wrote: I am at the side door.*\b(I|am|at|the|side|door)…$/);
  expect(firstWords("Ada wrote: Here")).toBe("Ada wrote: Here");
});
