import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { MemoryRouter } from "react-router";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import { loadRest, startI18n } from "@/i18n/setup";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { LanguagesPage } from "./languages-page";

const ENGLISH = {
  id: 1,
  name: "English",
  code: "en",
  date_locale: "en-GB",
  dir: "ltr",
  base: "en",
  default: true,
  shipped: true,
  overrides: 0,
  completeness: 100,
  version: 1,
  created_at: "2026-01-01T10:00:00Z",
};
const ITALIAN = {
  ...ENGLISH,
  id: 2,
  name: "Italiano",
  code: "it",
  default: false,
  shipped: false,
  completeness: 50,
};
const word = (key: string, text: string, more = {}) => ({
  key,
  default: text,
  text,
  shipped: text,
  own: true,
  changed: false,
  plural: false,
  ...more,
});
const WORDS = [
  word("nav.home", "Home"),
  word("nav.login", "Log in", { own: false, shipped: null }),
  word("trip.eta", "{{value}} min away"),
  word("trip.cars_one", "One car", { plural: true }),
  word("trip.cars_other", "{{count}} cars", { plural: true }),
];

interface Sent {
  method: string;
  path: string;
  body: unknown;
}
let sent: Sent[] = [];
let rows: object[];
let answer: (sent: Sent) => Response;

function show(at = "/languagesetting"): void {
  sent = [];
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
    const path = url.replace("/api/v1/", "");
    if (init?.method && init.method !== "GET") {
      sent.push({ method: init.method, path, body: init.body && JSON.parse(String(init.body)) });
      return answer(sent.at(-1) as Sent);
    }
    if (path.includes("/words/")) return Response.json({ results: WORDS });
    if (/^languages\/\d+\/$/.test(path)) {
      return Response.json({ ...ITALIAN, key_value_pairs: { "nav.home": "Home" } });
    }
    if (path.startsWith("languages/")) return Response.json({ next: null, results: rows });
    return Response.json({ results: [] });
  });
  render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter initialEntries={[at]}>
          <LanguagesPage />
        </MemoryRouter>
      </QueryClientProvider>
    </ThemeProvider>,
  );
}

const refusal = (code: string, fields = {}) =>
  Response.json({ code, detail: code, fields }, { status: 400 });

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
afterEach(() => {
  vi.unstubAllGlobals();
  rows = [ENGLISH, ITALIAN];
});
const user = userEvent.setup();

async function runAction(language: string, name: string): Promise<void> {
  const [menu] = await screen.findAllByRole("button", {
    name: `Actions for ${language}`,
  });
  await user.click(menu as HTMLElement);
  await user.click(await screen.findByRole("menuitem", { name, hidden: true }));
}

describe("the table of languages", () => {
  it("shows that there are none", async () => {
    rows = [];
    show();
    expect(await screen.findByText("No Languages available.")).toBeVisible();
  });

  it("alerts that the default cannot be deleted", async () => {
    rows = [ENGLISH, ITALIAN];
    show();
    await runAction("English", "Delete");
    expect(await screen.findByText("Cannot delete default language")).toBeVisible();
    expect(sent).toEqual([]);
  });

  it("alerts the same when a language became the default elsewhere", async () => {
    rows = [ENGLISH, ITALIAN];
    answer = () => Response.json({ code: "default_language", detail: "" }, { status: 409 });
    show();
    await runAction("Italiano", "Delete");
    await user.click(
      within(await screen.findByRole("dialog")).getByRole("button", { name: "Delete" }),
    );
    expect(await screen.findByText("Cannot delete default language")).toBeVisible();
    expect(sent).toEqual([{ method: "DELETE", path: "languages/2/", body: undefined }]);
  });

  it("makes another language the default", async () => {
    answer = () => Response.json({ ...ITALIAN, default: true });
    show();
    await runAction("Italiano", "Make default");
    await waitFor(() => expect(sent[0]?.path).toBe("languages/2/make-default/"));
  });

  it("shows JSON Error for invalid JSON, and sends nothing", async () => {
    answer = () => Response.json(ITALIAN);
    show();
    await runAction("Italiano", "Edit JSON");
    const dialog = within(await screen.findByRole("dialog"));
    const text = await dialog.findByLabelText("Keys and texts");
    await user.clear(text);
    await user.type(text, "{{ not json");
    await user.click(dialog.getByRole("button", { name: "Add" }));
    expect(await dialog.findByText("JSON Error")).toBeVisible();
    expect(sent).toEqual([]);
    await user.clear(text);
    await user.click(text);
    await user.paste('{"nav.home": "Inizio"}');
    await user.click(dialog.getByRole("button", { name: "Add" }));
    await waitFor(() =>
      expect(sent[0]?.body).toEqual({ key_value_pairs: { "nav.home": "Inizio" } }),
    );
  });
});

describe("the translation editor", () => {
  it("shows missing translations first", async () => {
    show("/languagesetting?translate=2");
    const list = within(await screen.findByRole("list"));
    const keys = list.getAllByRole("button").map((button) => button.textContent);
    expect(keys[0]).toContain("nav.login");
    expect(keys).toHaveLength(4);
  });

  it("validates placeholders while typing", async () => {
    show("/languagesetting?translate=2");
    await user.click(await screen.findByRole("button", { name: /trip.eta/ }));
    const text = await screen.findByLabelText("In Italiano");
    await user.clear(text);
    await user.type(text, "fra poco");
    expect(await screen.findByText(/Keep the placeholders/)).toBeVisible();
    expect(screen.getByRole("button", { name: "Save" })).toBeDisabled();
    await user.click(text);
    await user.paste(" {{value}} min");
    await waitFor(() => expect(screen.getByRole("button", { name: "Save" })).toBeEnabled());
  });

  it("shows a text at once, and rolls back when it is rejected", async () => {
    let refuse: (response: Response) => void = () => undefined;
    show("/languagesetting?translate=2");
    vi.spyOn(i18next, "addResource");
    i18next.addResourceBundle("it", "translations", { nav: { home: "Home" } });
    const waiting = new Promise<Response>((resolve) => {
      refuse = resolve;
    });
    answer = () => waiting as unknown as Response;
    await user.click(await screen.findByRole("button", { name: /nav.home/ }));
    const text = await screen.findByLabelText("In Italiano");
    await user.clear(text);
    await user.type(text, "Inizio");
    await user.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() =>
      expect(i18next.getResource("it", "translations", "nav.home")).toBe("Inizio"),
    );
    refuse(refusal("demo_mode"));
    await waitFor(() => expect(i18next.getResource("it", "translations", "nav.home")).toBe("Home"));
    expect(await screen.findByText(/isn’t available in demo mode/)).toBeVisible();
  });
});
