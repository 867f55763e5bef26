import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import { currentViewer, rememberMe, restoreSession } from "@/api/session";
import type { TermsText } from "@/api/terms";
import { sessionEnded } from "@/api/token";
import type { Me } from "@/api/types";
import { loadRest, startI18n } from "@/i18n/setup";
import { TermsPrompt } from "./terms-prompt";

const ada = {
  id: 7,
  user_type: "rider",
  first_name: "Ada",
  profile_complete: true,
  two_factor_setup_due: false,
  terms_due: true,
} as unknown as Me;

const version = (id: number, text: string): TermsText => ({
  id,
  document: "terms",
  label: `v${id}`,
  published_at: "2026-11-27T12:00:00Z",
  language: "en",
  text,
});

interface Call {
  path: string;
  body: unknown;
}

/** A server on which each read of the due versions has the next of these lists. */
function serve(...due: TermsText[][]) {
  const calls: Call[] = [];
  const answers: Response[] = [];
  let agreed = false;
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    const path = url.replace("/api/v1/", "").replace(/\?.*/, "");
    if ((init.method ?? "GET") !== "GET") {
      calls.push({ path, body: JSON.parse(String(init.body)) });
      const refused = answers.shift();
      if (refused) return refused;
      agreed = path === "me/consents/";
      return Response.json({ due: [], given: [] });
    }
    if (path === "me/consents/") {
      return Response.json({ due: (due.length > 1 ? due.shift() : due[0]) ?? [], given: [] });
    }
    return path === "me/" ? Response.json({ ...ada, terms_due: !agreed }) : Response.json({});
  });
  return { calls, answers };
}

function open(me: Me = ada, at = "/") {
  rememberMe(me);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[at]}>
        <TermsPrompt />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const dialog = async () => within(await screen.findByRole("dialog", { name: "New terms" }));
const press = async (name: string) =>
  userEvent.click((await dialog()).getByRole("button", { name }));

beforeAll(async () => {
  await startI18n();
  await loadRest();
  await restoreSession();
});
beforeEach(() => sessionEnded("left"));
afterEach(() => vi.unstubAllGlobals());

describe("new terms", () => {
  it("are shown, agreed to with the box, and gone", async () => {
    const { calls } = serve([version(5, "Be kind to drivers.")]);
    open();
    const shown = await dialog();
    expect(await shown.findByText("Be kind to drivers.")).toBeInTheDocument();
    await waitFor(() => expect(shown.getAllByRole("region")[1]).toHaveFocus());
    expect(shown.queryByRole("button", { name: "Close" })).not.toBeInTheDocument();
    await userEvent.click(shown.getByRole("checkbox", { name: /^I agree/ }));
    await press("Agree");
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(calls).toEqual([{ path: "me/consents/", body: { versions: [5], language: "en" } }]);
    expect(currentViewer().me?.terms_due).toBe(false);
  });

  it("need the box", async () => {
    const { calls } = serve([version(5, "Be kind to drivers.")]);
    open();
    await screen.findByText("Be kind to drivers.");
    await press("Agree");
    expect(await screen.findByText("Check the box to agree.")).toBeInTheDocument();
    expect(screen.getByRole("checkbox")).toHaveFocus();
    expect(calls).toEqual([]);
  });

  it("are replaced by a version that was published meanwhile", async () => {
    const { answers } = serve([version(5, "Be kind.")], [version(6, "Be kinder.")]);
    answers.push(Response.json({ code: "terms_outdated", detail: "" }, { status: 409 }));
    open();
    await screen.findByText("Be kind.");
    await userEvent.click(screen.getByRole("checkbox"));
    await press("Agree");
    expect(await screen.findByText("Be kinder.")).toBeInTheDocument();
    expect(screen.getByText(/These terms have changed/)).toBeInTheDocument();
  });

  it("can be declined by logging out", async () => {
    const { calls } = serve([version(5, "Be kind to drivers.")]);
    open();
    await press("Log out");
    await waitFor(() => expect(currentViewer().me).toBeFalsy());
    expect(calls.map(({ path }) => path)).toEqual(["auth/sign-out/"]);
  });

  for (const [name, me, at] of [
    ["without due terms", { ...ada, terms_due: false }, "/"],
    ["before the setup of two-factor login", { ...ada, two_factor_setup_due: true }, "/"],
    ["over the terms themselves", ada, "/terms-of-use"],
  ] as const) {
    it(`are not shown ${name}`, async () => {
      serve([version(5, "Be kind to drivers.")]);
      open(me, at);
      await new Promise((done) => setTimeout(done, 50));
      expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    });
  }
});
