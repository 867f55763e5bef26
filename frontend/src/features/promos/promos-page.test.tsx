import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import { loadRest, startI18n } from "@/i18n/setup";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { PromosPage } from "./promos-page";

const TEN = {
  id: 1,
  promo_name: "TEN",
  promo_description: "Ten off",
  promo_discount_type: "flat",
  promo_discount_value: "10.0000",
  max_promo_discount_value: null,
  min_order: "0.0000",
  promo_validity: "2030-12-31",
  promo_usage_limit: 100,
  user_avail: 3,
  created_at: "2026-11-22T05:00:00Z",
  state: "running",
};

let results: (typeof TEN)[];
let answer: Response;
let sent: { path: string; method: string; body: Record<string, unknown> }[];

beforeAll(async () => {
  await startI18n();
  await loadRest();
});

beforeEach(() => {
  results = [TEN];
  answer = Response.json(TEN);
  sent = [];
  vi.stubGlobal(
    "fetch",
    vi.fn(async (url: string, init: RequestInit = {}) => {
      const method = init.method ?? "GET";
      if (url.includes("settings/public")) {
        return Response.json({ symbol: "$", decimal: 2, time_zone: "UTC" });
      }
      if (method === "GET") return Response.json({ next: null, results });
      sent.push({ path: url, method, body: init.body ? JSON.parse(String(init.body)) : {} });
      return answer.clone();
    }),
  );
});

afterEach(() => vi.unstubAllGlobals());

function show() {
  render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter>
          <PromosPage />
        </MemoryRouter>
      </QueryClientProvider>
    </ThemeProvider>,
  );
}

describe("promos", () => {
  it("show their discount, their validity and how often they were used", async () => {
    show();
    const row = (await screen.findByText("TEN")).closest("tr") as HTMLElement;
    expect(row).toHaveTextContent("Active");
    expect(row).toHaveTextContent("$10.00");
    expect(row).toHaveTextContent("31 Dec 2030");
    expect(row).toHaveTextContent("100");
  });

  it("have the specification's text when there are none", async () => {
    results = [];
    show();
    expect(await screen.findByText("No promos available.")).toBeInTheDocument();
  });

  it("are added, and each rejected field shows why", async () => {
    answer = Response.json(
      {
        code: "promo_exists",
        detail: "",
        fields: { promo_name: "A promo code with this name already exists." },
      },
      { status: 400 },
    );
    show();
    await screen.findByText("TEN");
    await userEvent.click(screen.getByRole("button", { name: "Add promo code" }));
    const drawer = await screen.findByRole("dialog");
    await userEvent.type(within(drawer).getByRole("textbox", { name: "Code" }), "ten");
    await userEvent.type(within(drawer).getByRole("textbox", { name: "Value" }), "5");
    await userEvent.click(within(drawer).getByRole("button", { name: "Add promo code" }));
    await waitFor(() =>
      expect(within(drawer).getByRole("textbox", { name: "Code" })).toBeInvalid(),
    );
    expect(sent[0]).toMatchObject({
      path: "/api/v1/promos/",
      body: { promo_name: "ten", max_promo_discount_value: null, promo_usage_limit: 100 },
    });
  });

  it("cannot be deleted while bookings use them, and show why", async () => {
    answer = Response.json({ code: "promo_in_use", detail: "" }, { status: 409 });
    show();
    await userEvent.click(await screen.findByRole("button", { name: "Actions for TEN" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "Delete", hidden: true }));
    const sheet = await screen.findByRole("dialog", { name: "Delete TEN?" });
    await userEvent.click(within(sheet).getByRole("button", { name: "Delete" }));
    expect(await within(sheet).findByRole("alert")).toHaveTextContent(
      "Bookings use this promo code.",
    );
  });
});
