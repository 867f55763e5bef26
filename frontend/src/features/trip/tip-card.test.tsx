import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { loadRest, startI18n } from "@/i18n/setup";
import { mockTripApi, posted, refusal, ride, showTrip } from "@/testing/mock-trip-api";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { ToastOutlet } from "@/ui/toast";

const choices = [
  { percent: "10.0000", amount: "2.4500" },
  { percent: "15.0000", amount: "3.6800" },
  { percent: "20.0000", amount: "4.9000" },
];
const paid = (changes = {}) =>
  ride("COMPLETE", {
    actions: ["tip"],
    tip_choices: choices,
    tip_amount: "0.0000",
    ...changes,
  });

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe("a tip", () => {
  it("is sent as a percentage, which the server calculates", async () => {
    const tipped = paid({ actions: [], tip_choices: [], tip_amount: "3.6800" });
    const calls = mockTripApi(paid(), {
      "bookings/81/tip/": () => new Response(JSON.stringify(tipped)),
    });
    render(<ToastOutlet />, { wrapper: ThemeProvider });
    showTrip();
    const waiting = await screen.findByRole("button", { name: "Send tip" });
    expect(waiting).toHaveAccessibleDescription("Choose a tip first.");
    await userEvent.click(await screen.findByRole("radio", { name: /15%.*£3.68/ }));
    await userEvent.click(screen.getByRole("button", { name: "Send tip · £3.68" }));
    await waitFor(() =>
      expect(posted(calls).map(({ path, body }) => [path, body])).toEqual([
        ["bookings/81/tip/", { percent: "15.0000" }],
      ]),
    );
    expect(await screen.findByText("Your tip of £3.68 was sent to Ben.")).toBeVisible();
    expect(screen.getByRole("heading", { name: /Fare|Receipt/ })).toHaveFocus();
    // The tip is in the receipt then, and cannot be sent again.
    expect(await screen.findByText("Tip")).toBeVisible();
    expect(screen.queryByRole("button", { name: /Send tip/ })).not.toBeInTheDocument();
  });

  it("can be a custom amount, no finer than the currency", async () => {
    const calls = mockTripApi(paid(), { "bookings/81/tip/": () => refusal("tip_too_late", 409) });
    showTrip();
    await userEvent.click(await screen.findByRole("radio", { name: "Other" }));
    const field = screen.getByRole("textbox", { name: "Tip amount" });
    await userEvent.type(field, "2.505");
    const button = screen.getByRole("button", { name: "Send tip" });
    expect(button).toHaveAttribute("aria-disabled", "true");
    await userEvent.click(button);
    expect(posted(calls)).toEqual([]);
    await userEvent.clear(field);
    await userEvent.type(field, "2,50");
    await userEvent.click(screen.getByRole("button", { name: "Send tip · £2.50" }));
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "You can tip within 7 days of the payment.",
    );
    expect(posted(calls).map(({ body }) => body)).toEqual([{ amount: "2.50" }]);
  });

  it("offers a top-up when the wallet does not cover it", async () => {
    const calls = mockTripApi(paid(), {
      "me/wallet/": () => new Response(JSON.stringify({ balance: "3.00" })),
    });
    showTrip();
    await userEvent.click(await screen.findByRole("radio", { name: /20%/ }));
    expect(await screen.findByText(/£3.00. Top up to send this tip/)).toBeVisible();
    expect(screen.getByRole("link", { name: "Top up" })).toHaveAttribute("href", "/wallet");
    const button = screen.getByRole("button", { name: /Send tip/ });
    expect(button).toHaveAttribute("aria-disabled", "true");
    expect(button).toHaveAccessibleDescription(/Top up to send this tip/);
    await userEvent.click(button);
    expect(posted(calls)).toEqual([]);
  });

  it("is not offered when the server does not offer it", async () => {
    mockTripApi(paid({ actions: [], tip_choices: [] }));
    showTrip();
    await screen.findByText("K7WQ4P");
    expect(screen.queryByText(/^Tip/)).not.toBeInTheDocument();
  });
});
