import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { restoreSession } from "@/api/session";
import { sessionEnded } from "@/api/token";
import { loadRest, startI18n } from "@/i18n/setup";
import { answer, callsTo, mockApi, refusal, SESSION, show } from "@/testing/mock-auth";
import { LoginPage, type SocialAnswer } from "./login-page";

function open(social?: SocialAnswer) {
  const handlers = { onSignedIn: vi.fn(), onLeaving: vi.fn(), onLeave: vi.fn() };
  show(<LoginPage {...handlers} social={social} />, "/login");
  return handlers;
}

beforeAll(async () => {
  await startI18n();
  await loadRest();
  await restoreSession();
});
afterEach(() => {
  sessionEnded("left");
  vi.unstubAllGlobals();
});

describe("leaving for a provider", () => {
  it("is offered for the configured providers only", async () => {
    mockApi({}, { sign_in: { google: true, apple: true } });
    open();
    expect(await screen.findByRole("button", { name: "Google" })).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Apple" })).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Facebook" })).not.toBeInTheDocument();
  });

  it("names the company's provider as the operator does", async () => {
    mockApi({}, { sign_in: { company: true }, company_login_name: "Cabs Ltd" as never });
    open();
    expect(await screen.findByRole("button", { name: "Cabs Ltd" })).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Company login" })).not.toBeInTheDocument();
  });

  it("has a text for a company's provider without a name", async () => {
    mockApi({}, { sign_in: { company: true } });
    open();
    expect(await screen.findByRole("button", { name: "Company login" })).toBeInTheDocument();
  });

  it("opens the server's URL once", async () => {
    const url = "https://accounts.example/consent?state=s";
    const calls = mockApi(
      { "auth/social/": () => answer({ url }) },
      { sign_in: { google: true, facebook: true } },
    );
    const { onLeaving, onLeave } = open();
    await userEvent.click(await screen.findByRole("button", { name: "Facebook" }));
    await waitFor(() => expect(onLeave).toHaveBeenCalledWith(url));
    expect(onLeaving).toHaveBeenCalledBefore(onLeave);
    expect(callsTo(calls, "auth/social/facebook/start/")).toHaveLength(1);
    expect(screen.getByRole("button", { name: "Google" })).toBeDisabled();
  });

  it("stays on the page when the provider has just been disabled", async () => {
    mockApi(
      { "auth/social/": () => refusal("provider_not_configured", 404) },
      { sign_in: { google: true } },
    );
    const { onLeave } = open();
    await userEvent.click(await screen.findByRole("button", { name: "Google" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("isn’t available");
    expect(onLeave).not.toHaveBeenCalled();
  });
});

describe("returning from a provider", () => {
  it("opens the session once", async () => {
    const calls = mockApi({ "auth/social/finish/": () => answer(SESSION) });
    const { onSignedIn } = open({ state: "done" });
    expect(screen.getByRole("status")).toHaveTextContent("Logging you in");
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
    expect(callsTo(calls, "auth/social/finish/")).toHaveLength(1);
  });

  for (const [code, text] of [
    ["social_failed", "We couldn’t log you in"],
    ["require_approval", "isn’t approved yet"],
  ] as const) {
    it(`shows the login with ${code} when the server rejects the user`, async () => {
      mockApi({ "auth/social/finish/": () => refusal(code, 403) });
      const { onSignedIn } = open({ state: "done" });
      expect(await screen.findByRole("alert")).toHaveTextContent(text);
      expect(screen.getByLabelText("Password")).toBeInTheDocument();
      expect(onSignedIn).not.toHaveBeenCalled();
    });
  }

  it("shows a base settings error in the alert, and signs out", async () => {
    const calls = mockApi({ "auth/social/finish/": () => refusal("base_settings_error_1", 403) });
    open({ state: "done" });
    const dialog = within(await screen.findByRole("dialog", { name: "Alert" }));
    expect(dialog.getByText("Base Settings Error 1")).toBeInTheDocument();
    expect(callsTo(calls, "auth/sign-out/")).toHaveLength(1);
  });

  for (const [code, text] of [
    ["social_cancelled", "Login cancelled."],
    ["user_exists", "An account with this email"],
    ["<b>anything</b>", "We couldn’t log you in"],
  ] as const) {
    it(`shows the app's own message for ${code} in the URL`, async () => {
      const calls = mockApi();
      open({ state: "error", code });
      expect(await screen.findByRole("alert")).toHaveTextContent(text);
      expect(screen.queryByText(/anything/)).not.toBeInTheDocument();
      expect(callsTo(calls, "auth/social/finish/")).toEqual([]);
    });
  }
});
