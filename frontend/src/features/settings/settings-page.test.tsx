import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Link, Route, Routes } from "react-router";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import { loadRest, startI18n } from "@/i18n/setup";
import { GuardedRouter } from "@/ui/guarded-router";
import { mayLeave } from "@/ui/leaving";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { ToastOutlet } from "@/ui/toast";
import { FIELDS, type Field } from "./fields";
import { AppInfoPage, SettingsPage } from "./settings-page";

const SETTINGS = {
  ...Object.fromEntries(FIELDS.settings.map((field) => [field.name, initialValue(field)])),
  bonus: "10.0000",
  no_show_fee: "0.0000",
  driver_radius: "10.00",
  country: "United Kingdom",
  country_code: "GB",
  quick_amounts: ["5", "10"],
  checks_license: true,
  has_money: true,
  version: "v1",
};
const INFO = {
  app_name: "Hansom",
  company_name: "",
  contact_email: "",
  brand_color: "#ffbe38",
  postal_address: "",
  logo: "/media/platform/logo.jpg",
  version: "v1",
};

/** The default as the API sends it. */
function initialValue(field: Field): unknown {
  if (field.kind === "number" && field.whole) return Number(field.default);
  return field.default ?? (field.kind === "amounts" ? [] : "");
}

let sent: Record<string, unknown>[] = [];
let answer: () => Response;
let known: Record<string, unknown>;
const SETTINGS_ERROR = "Couldn’t load the settings. Try again.";
let demo = false;
let refuseInfo = false;
let broken = false;
let admins: { approved: boolean }[] = [];

function show(page = <SettingsPage />): void {
  sent = [];
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
    if (url.includes("settings/public")) {
      return Response.json({ allow_critical_edits_admin: !demo });
    }
    if (url.includes("audit/")) {
      const entry = {
        id: 1,
        at: "2026-01-01T10:00:00Z",
        actor_name: "Dora",
        before: { symbol: "$" },
      };
      return Response.json({ next: null, results: [{ ...entry, after: { symbol: "€" } }] });
    }
    if (url.includes("admins/")) return Response.json({ next: null, results: admins });
    if (url.includes("countries")) return Response.json({ results: [] });
    if (url.includes("app-info")) {
      if (init?.method && init.method !== "GET") {
        sent.push({ [init.method]: url.slice(url.indexOf("app-info")), body: init.body });
      }
      if (refuseInfo && init?.method === "PATCH") {
        return refusal("update_failed", { brand_color: "Choose a colour." });
      }
      if (url.includes("test-email")) return Response.json({ email: "dora@example.org" });
      return Response.json(init?.method === "DELETE" ? { ...INFO, logo: null } : INFO);
    }
    if (init?.method === "PATCH") {
      sent.push(JSON.parse(String(init.body)));
      return answer();
    }
    return broken ? Response.json({}, { status: 500 }) : Response.json(known);
  });
  window.history.replaceState(null, "", "/settings");
  render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <GuardedRouter>
          <Link to="/bookings">away</Link>
          <Routes>
            <Route path="/settings" element={page} />
            <Route path="*" element={<p>another page</p>} />
          </Routes>
        </GuardedRouter>
      </QueryClientProvider>
    </ThemeProvider>,
  );
}

const refusal = (code: string, fields = {}) =>
  Response.json({ code, detail: code, fields }, { status: 400 });
const saved = () => Response.json({ ...SETTINGS, ...sent.at(-1), version: "v2" });
const toggle = (name: string) => screen.findByRole("switch", { name: new RegExp(`^${name}`) });
const field = (name: string) => screen.findByLabelText(name);

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
afterEach(() => {
  vi.unstubAllGlobals();
  demo = false;
  refuseInfo = false;
  broken = false;
});
const user = userEvent.setup();

describe("the brand", () => {
  it("requires a colour and an address to be saved before a test email", async () => {
    show(<AppInfoPage />);
    const test = await screen.findByRole("button", { name: "Send me a test email" });
    expect(test).toBeEnabled();
    const color = await field("Brand colour");
    await user.clear(color);
    await user.paste("#0b5d3b");
    await user.click(await field("Postal address"));
    await user.paste("1 Quay Street\nNewport");
    expect(test).toBeDisabled();
    expect(screen.getByText(/Save your changes first/)).toBeVisible();
    await user.keyboard("{Control>}s{/Control}");
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(JSON.parse(String(sent[0]?.body))).toEqual({
      version: "v1",
      brand_color: "#0b5d3b",
      postal_address: "1 Quay Street\nNewport",
    });
  });

  it("keeps a colour's error visible when the field is left unchanged", async () => {
    refuseInfo = true;
    show(<AppInfoPage />);
    const color = await field("Brand colour");
    await user.clear(color);
    await user.paste("#0b5d3b");
    await user.keyboard("{Control>}s{/Control}");
    expect(await screen.findByText("Choose a colour.")).toBeVisible();
    await user.click(color);
    await user.tab();
    expect(screen.getByText("Choose a colour.")).toBeVisible();
  });

  it("expands a colour of three digits to six", async () => {
    show(<AppInfoPage />);
    const color = await field("Brand colour");
    await user.clear(color);
    await user.paste("#0b5");
    await user.keyboard("{Control>}s{/Control}");
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(JSON.parse(String(sent[0]?.body))).toEqual({ version: "v1", brand_color: "#00bb55" });
  });

  it("sends a test email and shows its address", async () => {
    show(<AppInfoPage />);
    await user.click(await screen.findByRole("button", { name: "Send me a test email" }));
    await waitFor(() => expect(sent).toEqual([{ POST: "app-info/test-email/", body: undefined }]));
  });

  it("shows that the logo was removed, and focuses the file button", async () => {
    show(
      <>
        <AppInfoPage />
        <ToastOutlet />
      </>,
    );
    await user.click(await screen.findByRole("button", { name: "Remove logo" }));
    expect(await screen.findByText("Logo removed")).toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole("button", { name: "Add logo" })).toHaveFocus());
  });

  it("shows the logo, rejects a file that is not a picture, and removes it at once", async () => {
    show(<AppInfoPage />);
    expect(await screen.findByRole("img", { name: "Logo" })).toHaveAttribute("src", INFO.logo);
    const group = within(screen.getByRole("group", { name: "Logo" }));
    const chooser = screen
      .getByRole("group", { name: "Logo" })
      .querySelector<HTMLInputElement>("input[type=file]");
    if (!chooser) throw new Error("no file input");
    const any = userEvent.setup({ applyAccept: false });
    await any.upload(chooser, new File(["<svg/>"], "logo.svg", { type: "image/svg+xml" }));
    expect(await group.findByRole("alert")).toHaveTextContent("Choose a JPEG, PNG or WebP photo.");
    expect(sent).toEqual([]);
    await user.click(group.getByRole("button", { name: "Remove logo" }));
    await waitFor(() => expect(group.queryByRole("img")).toBeNull());
    expect(sent).toEqual([{ DELETE: "app-info/logo/", body: undefined }]);
  });
});

describe("the settings page", () => {
  it("sends only the changes, with the version that was seen", async () => {
    known = SETTINGS;
    answer = saved;
    show();
    const symbol = await field("Currency symbol");
    await user.clear(symbol);
    await user.type(symbol, "£");
    await user.click(await toggle("Trip code"));
    expect(await screen.findByText("2 changes")).toBeVisible();
    await user.keyboard("{Control>}s{/Control}");
    await waitFor(() => expect(sent).toEqual([{ version: "v1", symbol: "£", otp_secure: true }]));
    await waitFor(() => expect(screen.queryByText("2 changes")).toBeNull());
  });

  it("formats amounts with the unsaved values", async () => {
    known = SETTINGS;
    show();
    await user.click(await toggle("Symbol after the amount"));
    const decimal = await field("Decimal places");
    await user.clear(decimal);
    await user.type(decimal, "0");
    expect(await screen.findByText(/^1,235\s\$$/)).toBeVisible();
    expect(await screen.findByText(/They aren’t converted/)).toBeVisible();
  });

  it("clears a negative number", async () => {
    known = SETTINGS;
    show();
    const radius = await field("Driver radius");
    await user.clear(radius);
    await user.type(radius, "-");
    expect(radius).toHaveValue("");
    await user.type(radius, "7.5");
    expect(radius).toHaveValue("7.5");
  });

  it("shows proper_bonus for a blank bonus, also beside the field", async () => {
    known = SETTINGS;
    answer = () => refusal("proper_bonus", { bonus: "Enter a referral bonus." });
    show();
    await user.clear(await field("Referral bonus"));
    await user.click(await screen.findByRole("button", { name: "Save" }));
    await waitFor(() => expect(screen.getAllByText("Enter a referral bonus.")).toHaveLength(2));
    await waitFor(async () => expect(await field("Referral bonus")).toHaveFocus());
    expect(sent[0]).toEqual({ version: "v1", bonus: null });
  });

  it("hides the purchase code when no licence service can check it", async () => {
    known = { ...SETTINGS, checks_license: false };
    show();
    expect(await field("Referral bonus")).toBeVisible();
    expect(screen.queryByRole("textbox", { name: /Purchase code/ })).not.toBeInTheDocument();
  });

  it("shows update_failed for other errors, and keeps the input", async () => {
    known = SETTINGS;
    answer = () => Response.json({}, { status: 500 });
    show();
    await user.type(await field("Purchase code"), "ABC");
    await user.click(await screen.findByRole("button", { name: "Save" }));
    expect(await screen.findByText("Couldn’t save your changes. Try again.")).toBeVisible();
    expect(await field("Purchase code")).toHaveValue("ABC");
  });

  for (const [code, text] of [
    ["wrong_code", "Incorrect code."],
    ["demo_mode", "This isn’t available in demo mode. No changes were made."],
  ] as const) {
    it(`shows ${code} when the server rejects a purchase code with it, and keeps the input`, async () => {
      known = SETTINGS;
      answer = () => refusal(code, { license: "x" });
      show();
      await user.type(await field("Purchase code"), "ABC");
      await user.click(await screen.findByRole("button", { name: "Save" }));
      expect(await screen.findByText(text)).toBeVisible();
      expect(await field("Purchase code")).toHaveValue("ABC");
      expect(sent).toEqual([{ version: "v1", license: "ABC" }]);
    });
  }

  it("follows another admin's changes, and names the conflicts", async () => {
    known = SETTINGS;
    answer = () => {
      known = { ...SETTINGS, symbol: "€", code: "EUR", version: "v2" };
      return Response.json({ code: "settings_changed", detail: "" }, { status: 409 });
    };
    show();
    const symbol = await field("Currency symbol");
    await user.clear(symbol);
    await user.type(symbol, "£");
    await user.click(await screen.findByRole("button", { name: "Save" }));
    expect(await screen.findByText(/else just changed: Currency symbol/)).toBeVisible();
    expect(symbol).toHaveValue("£");
    answer = saved;
    await user.click(await screen.findByRole("button", { name: "Save" }));
    await waitFor(() => expect(sent.at(-1)).toEqual({ version: "v2", symbol: "£" }));
  });

  it("searches settings by label and explanation", async () => {
    known = SETTINGS;
    show();
    await user.type(await screen.findByLabelText("Search settings"), "five-digit");
    expect(await toggle("Trip code")).toBeVisible();
    await waitFor(() => expect(screen.queryByLabelText("Currency symbol")).toBeNull());
    const index = within(screen.getByRole("navigation", { name: "Setting groups" }));
    expect(index.getAllByRole("link").map((link) => link.textContent)).toEqual([
      "Sign-up and security",
    ]);
  });

  it("has the panic number in the taxi category only", async () => {
    known = { ...SETTINGS, app_category: "delivery" };
    show();
    expect(await toggle("Photo at pickup")).toBeVisible();
    expect(screen.queryByLabelText("Emergency number")).toBeNull();
  });

  it("cannot be changed in demo mode, and shows who can disable it", async () => {
    known = { ...SETTINGS, allow_critical_edits_admin: false };
    demo = true;
    show();
    expect(await screen.findByText(/manage.py demo_mode off/)).toBeVisible();
    await waitFor(() => expect(screen.getByLabelText("Currency symbol")).toBeDisabled());
  });
});

describe("unsaved changes", () => {
  it("require a confirmation before leaving, also before logging out", async () => {
    known = SETTINGS;
    show();
    await user.type(await field("Purchase code"), "A");
    await user.click(screen.getByRole("link", { name: "away" }));
    await user.click(await screen.findByRole("button", { name: "Stay" }));
    expect(await field("Purchase code")).toHaveValue("A");
    const leaving = mayLeave();
    await user.click(await screen.findByRole("button", { name: "Stay" }));
    expect(await leaving).toBe(false);
    await user.click(screen.getByRole("link", { name: "away" }));
    await user.click(await screen.findByRole("button", { name: "Leave" }));
    expect(await screen.findByText("another page")).toBeVisible();
    expect(await mayLeave()).toBe(true);
  });
});

describe("settings that cannot be loaded", () => {
  it("show settings_error, and can be retried", async () => {
    known = SETTINGS;
    broken = true;
    show();
    expect(await screen.findByText(SETTINGS_ERROR)).toBeVisible();
    broken = false;
    await user.click(await screen.findByRole("button", { name: "Try again" }));
    expect(await field("Currency symbol")).toHaveValue("$");
  });
});

describe("the history", () => {
  it("shows the author, the old value and the new value", async () => {
    known = SETTINGS;
    show();
    expect(await screen.findByText(/^Dora/)).toBeVisible();
    expect(await screen.findByText("$ → €")).toBeVisible();
  });
});

describe("application info", () => {
  it("shows its own fields", async () => {
    known = SETTINGS;
    show(<AppInfoPage />);
    expect(await field("App name")).toHaveValue("Hansom");
    expect(screen.queryByLabelText("Currency symbol")).toBeNull();
  });
});

describe("the limits of approvals", () => {
  it("warn while no other admin could approve", async () => {
    known = SETTINGS;
    admins = [{ approved: true }, { approved: false }];
    show();
    const limit = await field("Refunds: approval above");
    const warning = /You’re the only active admin/;
    expect(screen.queryByText(warning)).toBeNull();
    await user.type(limit, "50");
    expect(await screen.findByText(warning)).toBeVisible();
    await user.clear(limit);
    await waitFor(() => expect(screen.queryByText(warning)).toBeNull());
  });

  it("do not warn with a second admin", async () => {
    known = { ...SETTINGS, approval_payout_limit: "50.0000" };
    admins = [{ approved: true }, { approved: true }];
    show();
    expect(await field("Payouts: approval above")).toHaveValue("50");
    expect(screen.queryByText(/You’re the only active admin/)).toBeNull();
  });
});
