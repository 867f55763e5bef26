import { screen, within } from "@testing-library/react";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Booking, BookingStatus } from "@/api/types";
import { loadRest, startI18n } from "@/i18n/setup";
import { mockTripApi, ride, showTrip } from "@/testing/mock-trip-api";

vi.mock("./trip-map", () => ({ TripMap: () => null }));

const delivery = (status: BookingStatus, changes: Partial<Booking> = {}) =>
  ride(status, {
    app_category: "delivery",
    prepaid: true,
    delivery_person: "Cleo Day",
    delivery_person_phone: "+44 7700 900123",
    delivery_instructions: "Ring twice",
    parcel_type_selected: { id: 6, description: "Box", amount: "5.0000" },
    option_selected: { id: 8, description: "below 5 kg", amount: "10.0000" },
    pickup_image_url: null,
    deliver_image_url: null,
    otp_at: "reach",
    ...changes,
  });

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
afterEach(() => vi.unstubAllGlobals());

describe("a delivery in progress", () => {
  it("shows the parcel, the recipient, and the delivery code", async () => {
    mockTripApi(delivery("STARTED"));
    showTrip();
    const card = within(await screen.findByRole("region", { name: "Parcel" }));
    expect(card.getByText("Box")).toBeInTheDocument();
    expect(await card.findByText("£10.00")).toBeInTheDocument();
    expect(card.getByText("Ring twice")).toBeInTheDocument();
    expect(card.getByText(/^Give this code to Cleo Day/)).toBeInTheDocument();
    expect(card.getByText("48213")).toBeInTheDocument();
    expect(card.getByRole("link", { name: "+44 7700 900123" })).toHaveAttribute(
      "href",
      "tel:+447700900123",
    );
    expect(screen.getByText("Your parcel is on the way to Pier Head")).toBeInTheDocument();
  });

  it("shows the photos as they are taken, and no longer offers to cancel", async () => {
    mockTripApi(delivery("STARTED", { pickup_image_url: "/media/pickup.jpg?sig=1", actions: [] }));
    showTrip();
    expect(await screen.findByAltText(/of the parcel at pickup/)).toHaveAttribute(
      "src",
      "/media/pickup.jpg?sig=1",
    );
    expect(screen.queryByAltText(/of the parcel at drop-off/)).not.toBeInTheDocument();
    expect(screen.queryByRole("button", { name: /Cancel/ })).not.toBeInTheDocument();
  });

  it("ends paid with a rating, and no amount due", async () => {
    mockTripApi(delivery("PAID", { deliver_image_url: "/media/door.jpg", actions: ["complete"] }));
    showTrip();
    expect(await screen.findByText("Delivered. How was it?")).toBeInTheDocument();
    expect(screen.getByText("How was the delivery by Ben?")).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: /^Pay/ })).not.toBeInTheDocument();
    expect(screen.queryByText("48213")).not.toBeInTheDocument();
    expect(screen.getByAltText(/of the parcel at drop-off/)).toBeInTheDocument();
  });
});
