import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import { loadRest, startI18n } from "@/i18n/setup";
import { ReadOnly } from "@/ui/read-only";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { PaymentAccountsPage } from "./payment-accounts-page";

const secret = {
  name: "secret_key",
  secret: true,
  required: true,
  choices: [],
  example: "",
  value: null,
};
const account = (mode: "test" | "live", more = {}) => ({
  provider: "stripe",
  label: "Stripe",
  mark: { color: "#533afd", letters: "S" },
  docs_url: "https://docs.stripe.com/payments/checkout",
  mode,
  enabled: false,
  complete: false,
  readable: true,
  currencies: null,
  broken: false,
  check: null,
  webhook_url: "https://cabs.example/api/v1/payments/stripe/webhook/",
  webhook_events: ["charge.refunded", "checkout.session.completed"],
  credentials: [{ ...secret, is_set: mode === "live" }],
  ...more,
});

const sent: { path: string; body: unknown }[] = [];
let answer: () => Response;
let liveIs = {};

function show(live = {}, readOnly = false): void {
  sent.length = 0;
  liveIs = live;
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
    if (init?.method === "PUT") {
      sent.push({ path: url.replace("/api/v1/", ""), body: JSON.parse(String(init.body)) });
      return answer();
    }
    if (init?.method === "POST") {
      sent.push({ path: url.replace("/api/v1/", ""), body: JSON.parse(String(init.body)) });
      return answer();
    }
    const live = account("live", { complete: true, ...liveIs });
    return Response.json({ results: url.includes("accounts") ? [account("test"), live] : [] });
  });
  render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter>
          <ReadOnly when={readOnly}>
            <PaymentAccountsPage />
          </ReadOnly>
        </MemoryRouter>
      </QueryClientProvider>
    </ThemeProvider>,
  );
}

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
afterEach(() => vi.unstubAllGlobals());
const user = userEvent.setup();

describe("payment accounts", () => {
  it("show the state of each mode, and the webhook URL", async () => {
    show();
    const card = within(await screen.findByRole("region", { name: "Stripe" }));
    expect(card.getByText("Credentials missing")).toBeVisible();
    expect(card.getByText("Ready")).toBeVisible();
    expect(card.getByText(/payments\/stripe\/webhook/)).toBeVisible();
    expect(card.getByText("charge.refunded")).toBeVisible();
    expect(card.getByRole("link", { name: "Documentation: Stripe" })).toHaveAttribute(
      "href",
      "https://docs.stripe.com/payments/checkout",
    );
  });

  it("replace a secret, and send only what was typed", async () => {
    answer = () => Response.json(account("test", { complete: true }));
    show();
    const name = "Credentials of Stripe, Test";
    await user.click(await screen.findByRole("button", { name }));
    const dialog = within(await screen.findByRole("dialog"));
    const field = await dialog.findByPlaceholderText("Not entered yet");
    expect(field).toHaveValue("");
    await user.type(field, "sk_1");
    await user.click(dialog.getByRole("button", { name: "Save" }));
    await waitFor(() =>
      expect(sent).toEqual([
        { path: "payment-accounts/stripe/test/", body: { credentials: { secret_key: "sk_1" } } },
      ]),
    );
  });

  it("show beside the switch why a mode cannot be offered", async () => {
    answer = () => Response.json({ code: "not_configured", detail: "" }, { status: 400 });
    show();
    await user.click(await screen.findByRole("switch", { name: "Enable Stripe, Test" }));
    expect(await screen.findByRole("alert")).toBeVisible();
    expect(sent[0]?.body).toEqual({ enabled: true });
  });

  it("show the gateway's message when it is not offered", async () => {
    const detail = "The payment provider rejected these credentials: HTTP 401";
    answer = () => Response.json({ code: "credentials_refused", detail }, { status: 409 });
    show();
    await user.click(await screen.findByRole("switch", { name: "Enable Stripe, Live" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("HTTP 401");
  });

  it("test the connection, and show the result", async () => {
    const check = { outcome: "refused", reason: "HTTP 401", at: new Date().toISOString() };
    answer = () => {
      liveIs = { check };
      return Response.json(account("live", liveIs));
    };
    show();
    expect(await screen.findByText("Not checked yet")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Test connection of Stripe, Live" }));
    expect(await screen.findByText("HTTP 401")).toBeVisible();
    expect(screen.getByText(/rejected the credentials/)).toBeVisible();
    expect(sent).toEqual([{ path: "payment-accounts/stripe/live/check/", body: {} }]);
  });

  it("show that a gateway with rejected credentials is not offered", async () => {
    const check = { outcome: "refused", reason: "HTTP 401", at: new Date().toISOString() };
    show({ enabled: true, broken: true, check });
    expect(await screen.findByText("Disabled: credentials rejected")).toBeVisible();
    expect(screen.getByText(/Riders can’t pay with it/)).toBeVisible();
  });

  it("have nothing to test before credentials are entered", async () => {
    show();
    await screen.findByRole("button", { name: "Test connection of Stripe, Live" });
    expect(screen.queryByRole("button", { name: "Test connection of Stripe, Test" })).toBeNull();
  });
});

it("shows the accounts without switches that work to a role that may only view them", async () => {
  show({}, true);
  const switches = await screen.findAllByRole("switch");
  for (const one of switches) expect(one).toBeDisabled();
  expect(screen.queryByRole("button", { name: /Enter/ })).toBeNull();
});
