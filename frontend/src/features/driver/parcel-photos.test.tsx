import { QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import type { Booking, LatLng } from "@/api/types";
import { loadRest, startI18n } from "@/i18n/setup";
import { catchUploads, picture } from "@/testing/fake-upload";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { TripPanel } from "./trip-panel";

const parcel = (changes: Partial<Booking> = {}) =>
  ({
    id: 81,
    app_category: "delivery",
    status: "ARRIVED",
    pickup: { lat: 50.7, lng: -1.29, add: "Newport" },
    drop: { lat: 50.74, lng: -1.16, add: "Ryde" },
    stops: [],
    passengers: 1,
    luggage: 0,
    children: 0,
    child_seats: 0,
    return_wait_minutes: null,
    hire_minutes: null,
    hire_included_km: null,
    customer: { id: 5, name: "Ada Marlowe", contact: "", image: null },
    prepaid: true,
    delivery_person: "Cleo Day",
    delivery_person_phone: "+44 7700 900123",
    pickup_instructions: "Back door",
    delivery_instructions: "Ring twice",
    parcel_type_selected: { id: 6, description: "Box", amount: "5.0000" },
    option_selected: null,
    pickup_image_url: null,
    deliver_image_url: null,
    needs_image: "pickup",
    otp_at: null,
    pickup_eta_seconds: null,
    drop_eta_seconds: null,
    actions: ["cancel", "start"],
    ...changes,
  }) as Booking;

const onTheWay = (changes: Partial<Booking> = {}) =>
  parcel({ status: "STARTED", needs_image: "deliver", actions: ["reach"], ...changes });

function panelOf(booking: Booking, client = createQueryClient(), here: LatLng | null = null) {
  return (
    <ThemeProvider>
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <TripPanel booking={booking} here={here} />
        </MemoryRouter>
      </QueryClientProvider>
    </ThemeProvider>
  );
}

function take(name: string, file = picture("parcel.jpg")) {
  fireEvent.change(screen.getByLabelText(name, { selector: "input" }), {
    target: { files: [file] },
  });
}

const slider = (name: RegExp) => screen.getByRole("button", { name });

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
beforeEach(() => {
  vi.stubGlobal("fetch", async () => Response.json({ results: [] }));
  URL.createObjectURL = () => "blob:parcel";
  URL.revokeObjectURL = () => undefined;
});
afterEach(() => vi.unstubAllGlobals());

describe("the photo at the pickup", () => {
  it("is taken with the camera, previewed, uploaded with progress", async () => {
    const uploads = catchUploads();
    render(panelOf(parcel()));
    expect(slider(/^Take the photo first/)).toHaveAttribute("aria-disabled", "true");
    const input = screen.getByLabelText("Take a photo of the parcel", { selector: "input" });
    expect(input).toHaveAttribute("capture", "environment");

    take("Take a photo of the parcel");
    expect(await screen.findByAltText(/of the parcel at pickup/)).toHaveAttribute(
      "src",
      "blob:parcel",
    );
    expect(uploads).toEqual([]);
    await userEvent.click(screen.getByRole("button", { name: "Use photo" }));
    await waitFor(() => expect(uploads).toHaveLength(1));
    expect(uploads[0]?.endpoint).toBe("PUT bookings/81/images/pickup/");
    act(() => uploads[0]?.progress(1, 2));
    expect(screen.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "50");
  });

  it("shows why it was rejected, and can be sent again", async () => {
    const uploads = catchUploads();
    render(panelOf(parcel()));
    take("Take a photo of the parcel");
    await userEvent.click(await screen.findByRole("button", { name: "Use photo" }));
    await waitFor(() => expect(uploads).toHaveLength(1));
    act(() => uploads[0]?.answer(400, { code: "image_invalid", detail: "" }));
    expect(await screen.findByRole("alert")).toHaveTextContent(/JPEG, PNG or WebP/);
    expect(screen.getByRole("button", { name: "Try again" })).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Retake photo" })).toBeInTheDocument();
  });

  it("allows the trip to start once uploaded, and can be replaced", () => {
    render(panelOf(parcel({ needs_image: null, pickup_image_url: "/p.jpg", actions: ["start"] })));
    expect(slider(/^Slide to start delivery/)).toHaveAttribute("aria-disabled", "false");
    expect(screen.getByRole("button", { name: "Retake photo" })).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Cancel trip" })).not.toBeInTheDocument();
  });

  it("is not required when the operator has disabled it", () => {
    render(panelOf(parcel({ needs_image: null })));
    expect(slider(/^Slide to start delivery/)).toHaveAttribute("aria-disabled", "false");
    expect(screen.queryByRole("button", { name: /photo/i })).not.toBeInTheDocument();
  });
});

describe("the end of a delivery", () => {
  it("requires the photo first, then the recipient's code, and sends the code", async () => {
    const posted: unknown[] = [];
    vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
      if (init.method === "POST") posted.push([url, JSON.parse(String(init.body))]);
      return Response.json(onTheWay());
    });
    const { rerender } = render(panelOf(onTheWay({ otp_at: "reach" })));
    expect(slider(/^Take the photo first/)).toBeInTheDocument();

    const photographed = onTheWay({ otp_at: "reach", needs_image: null, deliver_image_url: "/d" });
    rerender(panelOf(photographed));
    expect(slider(/^Enter the 5-digit code first/)).toBeInTheDocument();
    expect(screen.getByText(/Enter the 5-digit code from the recipient/)).toBeInTheDocument();
    await userEvent.type(screen.getByRole("textbox", { name: "Trip code" }), "48213");
    const handle = slider(/^Slide to complete delivery/);
    handle.focus();
    fireEvent.keyDown(handle, { key: "Enter" });
    await waitFor(
      () => expect(posted).toEqual([["/api/v1/bookings/81/reach/", { otp: "48213" }]]),
      { timeout: 30_000 },
    );
  });

  it("requires no code at the start", () => {
    render(panelOf(parcel({ needs_image: null, otp_at: "reach" })));
    expect(screen.queryByRole("textbox", { name: "Trip code" })).not.toBeInTheDocument();
  });
});

describe("the parcel", () => {
  it("shows the parcel, the recipient and the next instructions", () => {
    const { rerender } = render(panelOf(parcel()));
    expect(screen.getByText("Box")).toBeInTheDocument();
    expect(screen.getByText("Cleo Day")).toBeInTheDocument();
    expect(screen.getByText("Prepaid. Don’t collect cash.")).toBeInTheDocument();
    expect(screen.getByText("Back door")).toBeInTheDocument();
    rerender(panelOf(onTheWay()));
    expect(screen.getByText("Ring twice")).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Call Cleo Day" })).toHaveAttribute(
      "href",
      "tel:+447700900123",
    );
  });
});

describe("on the way to the drop-off", () => {
  const farAway = { lat: 50.6, lng: -1.29 };

  it("requires nothing until the driver is near", () => {
    const booking = onTheWay({ otp_at: "reach" });
    const client = createQueryClient();
    const { rerender } = render(panelOf(booking, client, farAway));
    expect(screen.queryByRole("textbox")).not.toBeInTheDocument();
    expect(screen.queryByRole("button", { name: /Slide/ })).not.toBeInTheDocument();
    rerender(panelOf(booking, client, booking.drop));
    expect(screen.getByRole("textbox")).toBeInTheDocument();
    rerender(panelOf(booking, client, farAway));
    expect(screen.getByRole("textbox")).toBeInTheDocument();
  });

  it("does not block a driver who reports the arrival", () => {
    render(panelOf(onTheWay({ otp_at: "reach" }), createQueryClient(), farAway));
    fireEvent.click(screen.getByRole("button", { name: "I’ve arrived at the drop-off" }));
    expect(screen.getByRole("textbox")).toBeInTheDocument();
  });
});
