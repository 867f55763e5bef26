import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import type { TermsVersion } from "@/api/terms";
import { loadRest, startI18n } from "@/i18n/setup";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { LegalDocumentsPage } from "./legal-documents-page";

const DRAFT: TermsVersion = {
  id: 6,
  document: "terms",
  label: "2027-01",
  texts: { en: "Be kinder." },
  created_at: "2026-11-27T12:00:00Z",
  published_at: null,
  published_by: null,
  is_current: false,
  agreed: 0,
};
const PUBLISHED: TermsVersion = {
  ...DRAFT,
  id: 5,
  label: "2026-11",
  texts: { en: "Be kind.", de: "Seien Sie freundlich." },
  published_at: "2026-11-27T12:00:00Z",
  published_by: "Dora Example",
  is_current: true,
  agreed: 41,
};

function open(versions: TermsVersion[]) {
  const calls: { method: string; path: string; body: unknown }[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    const path = url.replace("/api/v1/", "").replace(/\?.*/, "");
    const method = init.method ?? "GET";
    if (method !== "GET") {
      calls.push({ method, path, body: init.body ? JSON.parse(String(init.body)) : null });
      return method === "DELETE" ? new Response(null, { status: 204 }) : Response.json(DRAFT);
    }
    if (path === "languages/") {
      return Response.json({
        results: [
          { code: "de", name: "Deutsch", default: false },
          { code: "en", name: "English", default: true },
        ],
      });
    }
    return Response.json(path === "terms-versions/" ? { results: versions } : { decimal: 2 });
  });
  render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter>
          <LegalDocumentsPage />
        </MemoryRouter>
      </QueryClientProvider>
    </ThemeProvider>,
  );
  return calls;
}

const rowOf = async (label: string) => {
  const cell = await screen.findByText(label, {}, { timeout: 10_000 });
  return within(cell.closest('[role="row"], li, tr') as HTMLElement);
};
const choose = async (label: string, action: string) => {
  await userEvent.click((await rowOf(label)).getByRole("button", { name: /^Actions for / }));
  await userEvent.click(await screen.findByRole("menuitem", { name: action, hidden: true }));
};

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
afterEach(() => vi.unstubAllGlobals());

describe("the versions of the terms", () => {
  it("shows who agreed to what was published, and drafts", async () => {
    open([DRAFT, PUBLISHED, { ...PUBLISHED, id: 4, label: "2025-06", is_current: false }]);
    expect((await rowOf("2027-01")).getByText("Draft")).toBeInTheDocument();
    const row = await rowOf("2026-11");
    expect(row.getByText("Current")).toBeInTheDocument();
    expect((await rowOf("2025-06")).getByText("Replaced")).toBeInTheDocument();
    expect(row.getByText("41")).toBeInTheDocument();
    expect(row.getByText("de, en")).toBeInTheDocument();
  });

  it("writes a draft with the text in the default language first", async () => {
    const calls = open([]);
    await userEvent.click(
      (await screen.findAllByRole("button", { name: "Write a draft" }))[0] as HTMLElement,
    );
    const dialog = within(await screen.findByRole("dialog"));
    const [first, second] = await dialog.findAllByLabelText(/^Text in/);
    expect(first).toHaveAccessibleName("Text in English");
    await userEvent.type(dialog.getByLabelText("Version"), "2027-01");
    await userEvent.type(first as HTMLElement, "Be kinder.");
    await userEvent.type(second as HTMLElement, "Netter.");
    await userEvent.click(dialog.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(calls).toEqual([
      {
        method: "POST",
        path: "terms-versions/",
        body: {
          document: "terms",
          label: "2027-01",
          texts: { en: "Be kinder.", de: "Netter." },
        },
      },
    ]);
  });

  for (const [action, method, path] of [
    ["Publish", "POST", "terms-versions/6/publish/"],
    ["Delete", "DELETE", "terms-versions/6/"],
  ] as const) {
    it(`confirms before: ${action}`, async () => {
      const calls = open([DRAFT]);
      await choose("2027-01", action);
      const sheet = within(
        await screen.findByRole("dialog", { name: `${action} Terms of use 2027-01?` }),
      );
      expect(calls).toEqual([]);
      await userEvent.click(sheet.getByRole("button", { name: action }));
      await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
      expect(calls).toEqual([{ method, path, body: null }]);
    });
  }
});
