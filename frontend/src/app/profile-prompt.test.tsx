import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { showProfilePrompt } from "@/api/profile-prompt";
import { createQueryClient } from "@/api/query-client";
import { currentViewer, rememberMe, restoreSession } from "@/api/session";
import { sessionEnded } from "@/api/token";
import type { Me } from "@/api/types";
import { loadRest, startI18n } from "@/i18n/setup";
import { ProfilePrompt } from "./profile-prompt";

const nameless = {
  id: 7,
  user_type: "rider",
  first_name: "",
  last_name: "",
  email: null,
  profile_complete: false,
} as unknown as Me;
const complete = { ...nameless, first_name: "Ada", last_name: "Byron", profile_complete: true };

interface Call {
  method: string;
  path: string;
  body: unknown;
}

function serve(changeEmail = () => new Response(null, { status: 204 })) {
  const calls: Call[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    const path = url.replace("/api/v1/", "");
    const method = init.method ?? "GET";
    if (method !== "GET") calls.push({ method, path, body: JSON.parse(String(init.body)) });
    if (path === "me/email/") return changeEmail();
    if (method === "PATCH") {
      return new Response(JSON.stringify({ ...nameless, ...JSON.parse(String(init.body)) }));
    }
    return new Response(JSON.stringify(complete));
  });
  return calls;
}

function open(me: Me, at = "/") {
  rememberMe(me);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[at]}>
        <ProfilePrompt />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

// The first test loads the kit, which the dialog needs.
const prompt = async () => within(await screen.findByRole("dialog", { name: "Tell us about you" }));
const noPrompt = () => waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());

async function fillIn(email = "ada@hansom.example") {
  const dialog = await prompt();
  await userEvent.type(dialog.getByLabelText("First name"), "Ada");
  await userEvent.type(dialog.getByLabelText("Last name"), "Byron");
  if (email) await userEvent.type(dialog.getByLabelText("Email"), email);
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
}

beforeAll(async () => {
  await startI18n();
  await loadRest();
  await restoreSession();
});
beforeEach(() => {
  sessionEnded("left");
  sessionStorage.clear();
});
afterEach(() => vi.unstubAllGlobals());

describe("the prompt for a name and an address", () => {
  it("saves both and goes away", async () => {
    const calls = serve();
    open(nameless);
    await fillIn();
    await noPrompt();
    expect(calls).toEqual([
      { method: "PATCH", path: "me/", body: { first_name: "Ada", last_name: "Byron" } },
      { method: "POST", path: "me/email/", body: { email: "ada@hansom.example" } },
    ]);
    expect(currentViewer().me?.profile_complete).toBe(true);
  });

  it("rejects a blank name and an invalid email without a request", async () => {
    const calls = serve();
    open(nameless);
    const dialog = await prompt();
    await userEvent.click(dialog.getByRole("button", { name: "Save" }));
    expect(await dialog.findByRole("alert")).toHaveTextContent("Enter first and last name.");
    await userEvent.type(dialog.getByLabelText("First name"), "Ada");
    await userEvent.type(dialog.getByLabelText("Last name"), "Byron");
    await userEvent.type(dialog.getByLabelText("Email"), "ada@hansom");
    await userEvent.click(dialog.getByRole("button", { name: "Save" }));
    expect(await dialog.findByRole("alert")).toHaveTextContent("Enter a valid email.");
    expect(calls).toEqual([]);
  });

  it("sends the saved part only once when the email is already taken", async () => {
    const answers = [new Response(JSON.stringify({ code: "user_exists" }), { status: 409 })];
    const calls = serve(() => answers.shift() ?? new Response(null, { status: 204 }));
    open(nameless);
    await fillIn("taken@hansom.example");
    const dialog = await prompt();
    expect(await dialog.findByRole("alert")).toHaveTextContent("An account with this email");
    await userEvent.click(dialog.getByRole("button", { name: "Save" }));
    await noPrompt();
    expect(calls.map(({ path }) => path)).toEqual(["me/", "me/email/", "me/email/"]);
  });

  it("shows no email field if the user has an email", async () => {
    serve();
    open({ ...nameless, email: "ada@hansom.example" });
    const dialog = await prompt();
    expect(dialog.queryByLabelText("Email")).not.toBeInTheDocument();
  });

  it("can be postponed, stays hidden, and returns when a booking needs it", async () => {
    serve();
    open(nameless);
    await userEvent.click((await prompt()).getByRole("button", { name: "Later" }));
    await noPrompt();
    act(() => rememberMe({ ...nameless }));
    await noPrompt();
    act(() => showProfilePrompt());
    expect((await prompt()).getByRole("button", { name: "Later" })).toBeInTheDocument();
  });

  for (const [name, me, at] of [
    ["not for a user whose profile is complete", complete, "/"],
    ["not shown over the profile itself", nameless, "/profile"],
  ] as const) {
    it(`is ${name}`, async () => {
      serve();
      open(me, at);
      await new Promise((done) => setTimeout(done, 50));
      expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    });
  }
});
