import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { beforeAll, describe, expect, it } from "vitest";
import { createQueryClient } from "@/api/query-client";
import type { QuoteRow, QuoteSummary } from "@/api/quotes";
import { loadRest, startI18n } from "@/i18n/setup";
import { callsTo, mockBookingApi, refusal, signInAs } from "@/testing/mock-booking-api";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { QuotesPage } from "./quotes-page";

const json = (body: unknown) => new Response(JSON.stringify(body));
const FEW = { quotes: null, taken: null, conversion: null };
const NONE = { quotes: 0, taken: 0, conversion: null };
const SUMMARY: QuoteSummary = {
  recording: true,
  total: { quotes: 40, taken: 10, conversion: 25 },
  hours: Array.from({ length: 24 }, (_, hour) => ({
    hour,
    ...(hour === 8 ? { quotes: 40, taken: 10, conversion: 25 } : NONE),
  })),
  areas: [{ id: "1:2", name: "", lat: 50.7, lng: -1.3, quotes: 30, taken: 9, conversion: 30 }],
  car_types: [
    { id: 1, name: "Economy", quotes: 40, taken: 10, conversion: 25 },
    { id: 2, name: "Van", ...FEW },
  ],
};
const ROW: QuoteRow = {
  id: 7,
  at: "2026-11-20T10:00:00Z",
  requester: "visitor",
  pickup_name: "Newport",
  drop_name: "",
  stop_count: 0,
  for_later: false,
  distance_km: 7.5,
  duration_seconds: 900,
  currency: "USD",
  options: [
    { car_type: 1, name: "Economy", price: "12.5000", surge: null, eta_seconds: 120, drivers: 2 },
  ],
  booking: { id: 81, reference: "100081" },
};

function show(summary: QuoteSummary, answers: Parameters<typeof mockBookingApi>[0] = {}) {
  const calls = mockBookingApi({
    "quotes/summary/": () => json(summary),
    "quotes/": () => json({ results: [ROW], next: null, previous: null, count: 1 }),
    ...answers,
  });
  signInAs("admin");
  render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter initialEntries={["/tariffs/quotes?from=2026-11-01&to=2026-11-20"]}>
          <QuotesPage />
        </MemoryRouter>
      </QueryClientProvider>
    </ThemeProvider>,
  );
  return { user: userEvent.setup(), calls };
}

beforeAll(async () => {
  await startI18n();
  await loadRest();
});

describe("quotes and bookings", () => {
  it("shows the numbers of the period and leaves out those of few riders", async () => {
    const { calls } = show(SUMMARY);
    const types = await screen.findByRole("region", { name: "By car type" });
    expect(within(types).getByRole("row", { name: "Economy 40 10 25%" })).toBeVisible();
    expect(within(types).getByRole("row", { name: "Van fewer than 3 riders" })).toBeVisible();
    const areas = screen.getByRole("region", { name: "By pickup area" });
    expect(within(areas).getByRole("row", { name: "Area without a name 30 9 30%" })).toBeVisible();
    const [call] = callsTo(calls, "quotes/summary/");
    expect(call?.path).toContain("from=2026-11-01&to=2026-11-20");
  });

  it("lists the quotes with their prices and the booking", async () => {
    show(SUMMARY);
    expect(await screen.findByRole("link", { name: "100081" })).toHaveAttribute(
      "href",
      "/bookings/81",
    );
    expect(screen.getByText("Newport")).toBeVisible();
  });

  it("says that nothing is recorded", async () => {
    show({ ...SUMMARY, recording: false, total: NONE, areas: [], car_types: [] });
    expect(await screen.findByText("Quotes aren’t recorded")).toBeVisible();
    expect(screen.queryByRole("region", { name: "By car type" })).toBeNull();
  });

  it("says why a period has no area", async () => {
    show({ ...SUMMARY, total: FEW, areas: [] });
    expect(await screen.findByText("No area has at least 3 riders in this period.")).toBeVisible();
  });

  it("shows the error of a period that is too long", async () => {
    show(SUMMARY, { "quotes/summary/": () => refusal("invalid", 400) });
    expect(await screen.findByRole("button", { name: "Try again" })).toBeVisible();
  });
});
