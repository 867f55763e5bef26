import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { loadRest, startI18n } from "@/i18n/setup";
import { mockTripApi, refusal, ride, showTrip } from "@/testing/mock-trip-api";

vi.mock("./trip-map", () => ({ TripMap: () => null }));

const json = (body: unknown) => new Response(JSON.stringify(body));
const owed = ride("PENDING", { actions: ["pay", "promo"] });
const cheaper = ride("PENDING", {
  actions: ["pay", "promo"],
  promo: { promo_name: "FIRST10" } as never,
  promo_applied: true,
  discount: "10.00",
  payable_amount: "14.50",
  amount_due: "14.50",
  to_collect: "14.50",
});

async function apply(name: string) {
  await userEvent.click(await screen.findByRole("button", { name: "Add promo code" }));
  await userEvent.type(screen.getByRole("textbox", { name: "Promo code" }), name);
  await userEvent.click(screen.getByRole("button", { name: "Apply" }));
}

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
afterEach(() => vi.unstubAllGlobals());

describe("a promo at payment", () => {
  it("subtracts its discount from the amount due", async () => {
    let state = owed;
    const calls = mockTripApi(owed, {
      "bookings/81/": () => json(state),
      "bookings/81/promo/": () => {
        state = cheaper;
        return json(cheaper);
      },
    });
    showTrip();
    expect(await screen.findByRole("button", { name: /£24.50/ })).toBeInTheDocument();
    await apply("first10");
    expect(await screen.findByText(/saves you £10.00/)).toBeInTheDocument();
    expect(await screen.findByRole("button", { name: /£14.50/ })).toBeEnabled();
    const sent = calls.find(({ path, method }) => path.endsWith("/promo/") && method === "POST");
    expect(sent?.body).toEqual({ promo_name: "first10" });
  });

  it("is removed, and the whole fare is due again", async () => {
    let state = cheaper;
    const calls = mockTripApi(cheaper, {
      "bookings/81/": () => json(state),
      "bookings/81/promo/": () => {
        state = owed;
        return json(owed);
      },
    });
    showTrip();
    await userEvent.click(await screen.findByRole("button", { name: "Remove promo code" }));
    expect(await screen.findByRole("button", { name: /£24.50/ })).toBeInTheDocument();
    expect(calls.filter(({ method }) => method === "DELETE")).toHaveLength(1);
  });

  for (const [code, text] of [
    ["promo_not_found", "This promo code doesn’t exist."],
    ["promo_expired", "This promo code has expired."],
    ["promo_min_order", "The fare is too low for this promo code."],
    ["promo_already_used", "You’ve already used this promo code."],
    ["promo_limit_reached", "This promo code has been used up."],
  ] as const) {
    it(`shows ${code} beside the field, and keeps the price`, async () => {
      mockTripApi(owed, { "bookings/81/promo/": () => refusal(code, 400) });
      showTrip();
      await apply("first10");
      expect(await screen.findByRole("alert")).toHaveTextContent(text);
      expect(screen.getByRole("button", { name: /£24.50/ })).toBeEnabled();
      expect(screen.getByRole("textbox", { name: "Promo code" })).toHaveValue("first10");
    });
  }

  it("is hidden when the server accepts none", async () => {
    mockTripApi(ride("PENDING", { actions: ["pay"] }));
    showTrip();
    await screen.findByRole("button", { name: /£24.50/ });
    await waitFor(() =>
      expect(screen.queryByRole("button", { name: /promo/i })).not.toBeInTheDocument(),
    );
  });
});
