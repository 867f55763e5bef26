import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import type { Receipt } from "@/api/types";
import { loadRest, startI18n } from "@/i18n/setup";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { ReceiptPage } from "./receipt-page";

const receipt = {
  id: 81,
  reference: "K7WQ4P",
  status: "PAID",
  company: { name: "Wight Cabs", website: "https://cabs.example", contact_email: "" },
  customer: { name: "Ada Marlowe", contact: "+447700900123" },
  driver: { name: "Ben Whitlock", contact: "" },
  vehicle: "Skoda Octavia HW12 CAB",
  car_type_name: "Economy",
  delivery_person: "",
  pickup: { lat: 50.7, lng: -1.29, add: "Bus Station, Newport" },
  drop: { lat: 50.73, lng: -1.16, add: "Pier Head, Ryde" },
  stops: [],
  trip_date: "2026-05-01T10:00:00Z",
  started_at: "2026-05-01T10:02:00Z",
  ended_at: "2026-05-01T10:18:00Z",
  paid_at: "2026-05-01T10:20:00Z",
  distance_km: 12.3,
  total_trip_time: 930,
  breakdown: [
    { key: "base_fare", quantity: "1", unit: "trip", rate: "10.0000", amount: "10.0000" },
    { key: "distance", quantity: "12.300", unit: "km", rate: "5.0000", amount: "61.5000" },
  ],
  trip_cost: "71.5000",
  discount: "6.0000",
  promo_name: "WELCOME",
  payable_amount: "65.5000",
  paid_by: [
    { mode: "cash", amount: "55.5000" },
    { mode: "wallet", amount: "10.0000" },
  ],
} as unknown as Receipt;

let requests: URL[] = [];

function serve(answer: (at: URL) => Response): void {
  vi.stubGlobal("fetch", async (url: string) => {
    const at = new URL(url, "http://localhost");
    if (!at.pathname.endsWith("/receipt/")) return Response.json({ symbol: "£", decimal: 2 });
    requests.push(at);
    return answer(at);
  });
}

const pdf = () => new Response("%PDF-", { headers: { "Content-Type": "application/pdf" } });
const both = (at: URL) =>
  at.searchParams.get("format") === "pdf" ? pdf() : Response.json(receipt);

function open(): void {
  render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter>
          <ReceiptPage id={81} />
        </MemoryRouter>
      </QueryClientProvider>
    </ThemeProvider>,
  );
}

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
beforeEach(() => {
  requests = [];
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("a receipt", () => {
  it("shows the people, the route and the payment", async () => {
    serve(both);
    open();
    const article = await screen.findByRole("article", { name: "Receipt K7WQ4P" });
    await waitFor(() => expect(article).toHaveTextContent("£71.50"));
    for (const text of [
      "Wight Cabs",
      "Ada Marlowe",
      "+447700900123",
      "Ben Whitlock",
      "Skoda Octavia HW12 CAB",
      "Bus Station, Newport",
      "Pier Head, Ryde",
      "Discount (WELCOME)−£6.00",
      "To pay£65.50",
      "Paid in cash£55.50",
      "Paid from the wallet£10.00",
    ]) {
      expect(article).toHaveTextContent(text);
    }
  });

  it("of a cancelled booking shows the fee and its payment, and no fare", async () => {
    const fee = {
      status: "CANCELLED",
      breakdown: [],
      trip_cost: "6.0000",
      discount: "0.0000",
      paid_by: [],
      paid_at: null,
      cancellation_fee: "4.0000",
      cancellation_fee_owed: "2.0000",
      cancellation_fee_written_off: "0.0000",
    };
    serve(() => Response.json({ ...receipt, ...fee }));
    open();
    const article = await screen.findByRole("article", { name: "Receipt K7WQ4P" });
    await waitFor(() => expect(article).toHaveTextContent("Cancellation fee£4.00"));
    expect(article).toHaveTextContent("Cancellation fee owed£2.00");
    expect(article).toHaveTextContent("Total£6.00");
    expect(article).toHaveTextContent("Cancelled");
    expect(article).not.toHaveTextContent("written off");
    expect(article).not.toHaveTextContent("Fare breakdown");
  });

  it.each([
    [true, "Fixed fare"],
    [false, "Measured fare"],
  ])("says whether the fare was fixed: %s", async (fixed, text) => {
    serve(() => Response.json({ ...receipt, fare_is_fixed: fixed }));
    open();
    const article = await screen.findByRole("article", { name: "Receipt K7WQ4P" });
    expect(article).toHaveTextContent(text);
  });

  it("is downloaded as a PDF named after the booking", async () => {
    serve(both);
    const downloads: string[] = [];
    vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: () => "blob:x" }));
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function keep(
      this: HTMLAnchorElement,
    ) {
      downloads.push(this.download);
    });
    open();
    await userEvent.click(await screen.findByRole("button", { name: "Download PDF" }));
    await waitFor(() => expect(downloads).toEqual(["receipt-K7WQ4P.pdf"]));
    expect(requests.at(-1)?.searchParams.get("format")).toBe("pdf");
  });

  it("is shared as a file if the device can", async () => {
    serve(both);
    const sharedFiles: File[] = [];
    vi.stubGlobal("navigator", {
      ...navigator,
      canShare: () => true,
      share: async ({ files }: ShareData) => void sharedFiles.push(...(files ?? [])),
    });
    open();
    await userEvent.click(await screen.findByRole("button", { name: "Share" }));
    await waitFor(() =>
      expect(sharedFiles.map((file) => file.name)).toEqual(["receipt-K7WQ4P.pdf"]),
    );
  });

  it("has no share button if the device cannot share files", async () => {
    serve(both);
    open();
    await screen.findByRole("button", { name: "Print" });
    expect(screen.queryByRole("button", { name: "Share" })).not.toBeInTheDocument();
  });

  it("is emailed on request to the rider's own address only", async () => {
    serve(() => Response.json(receipt));
    open();
    await screen.findByRole("button", { name: "Print" });
    expect(screen.queryByRole("button", { name: "Send receipt" })).toBeNull();
    cleanup();

    const sent: string[] = [];
    vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
      if (init.method === "POST") {
        sent.push(new URL(url, "http://localhost").pathname);
        return Response.json({ email: "ada@example.org" });
      }
      if (url.includes("/receipt/")) return Response.json({ ...receipt, may_be_emailed: true });
      return Response.json({ symbol: "£", decimal: 2 });
    });
    open();
    await userEvent.click(await screen.findByRole("button", { name: "Send receipt" }));
    await waitFor(() => expect(sent).toEqual(["/api/v1/bookings/81/receipt/email/"]));
  });

  it("prints the page", async () => {
    serve(both);
    const print = vi.spyOn(window, "print").mockImplementation(() => undefined);
    open();
    await userEvent.click(await screen.findByRole("button", { name: "Print" }));
    expect(print).toHaveBeenCalledOnce();
  });

  it("shows beside the button why there is no PDF", async () => {
    serve((at) =>
      at.searchParams.get("format") === "pdf"
        ? Response.json({ code: "unavailable", detail: "Try again." }, { status: 503 })
        : Response.json(receipt),
    );
    open();
    await userEvent.click(await screen.findByRole("button", { name: "Download PDF" }));
    expect(await screen.findByRole("alert")).toBeInTheDocument();
  });

  it("is not available before the trip is paid, and the page shows why", async () => {
    serve(() => Response.json({ code: "no_receipt", detail: "Not paid." }, { status: 409 }));
    open();
    expect(
      await screen.findByText("The receipt is available once the trip is paid."),
    ).toBeVisible();
    expect(screen.getByRole("link", { name: "View trip" })).toHaveAttribute("href", "/bookings/81");
  });
});
