import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { restoreSession } from "@/api/session";
import { dropSession } from "@/api/token";
import { loadRest, startI18n } from "@/i18n/setup";
import { answer, callsTo, mockApi, refusal, SESSION, show } from "@/testing/mock-auth";
import { LoginPage } from "./login-page";

const OPTIONS = { challenge: "c-1", options: { challenge: "AQ" }, expires_in: 300 };
const CREDENTIAL = { id: "k", rawId: "k", type: "public-key", response: {} };

const browser = vi.hoisted(() => ({ startAuthentication: vi.fn(), cancelCeremony: vi.fn() }));
vi.mock("@simplewebauthn/browser", () => ({
  startAuthentication: browser.startAuthentication,
  WebAuthnAbortService: { cancelCeremony: browser.cancelCeremony },
}));

/** A browser that knows passkeys; `suggests` them at inputs too. */
function stubBrowser(suggests: boolean) {
  const known = Object.assign(class {}, {
    isConditionalMediationAvailable: () => Promise.resolve(suggests),
  });
  vi.stubGlobal("PublicKeyCredential", known);
}

const named = (name: string) =>
  Object.assign(new Error("The operation was not allowed."), { name });
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

function open(answers: Parameters<typeof mockApi>[0] = {}) {
  const calls = mockApi({
    "auth/passkey/options/": () => answer(OPTIONS),
    "auth/passkey/": () => answer(SESSION),
    ...answers,
  });
  const onSignedIn = vi.fn();
  const page = show(<LoginPage onSignedIn={onSignedIn} />, "/login");
  return { calls, onSignedIn, page };
}

beforeAll(async () => {
  await startI18n();
  await loadRest();
  await restoreSession();
});
beforeEach(() => {
  browser.startAuthentication.mockReset();
});
afterEach(() => {
  dropSession();
  vi.unstubAllGlobals();
});

describe("login with a passkey", () => {
  it("is not offered by a browser without passkeys", () => {
    open();
    expect(screen.queryByRole("button", { name: "Log in with a passkey" })).toBeNull();
  });

  it("sends the signed challenge and passes on the user", async () => {
    stubBrowser(false);
    browser.startAuthentication.mockResolvedValue(CREDENTIAL);
    const { calls, onSignedIn } = open();
    await press("Log in with a passkey");
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledWith(SESSION.user));
    expect(callsTo(calls, "auth/passkey/")).toEqual([{ challenge: "c-1", credential: CREDENTIAL }]);
  });

  it("offers passkeys at the email field too, without an error if none is selected", async () => {
    stubBrowser(true);
    browser.startAuthentication.mockRejectedValue(named("NotAllowedError"));
    open();
    await waitFor(() =>
      expect(browser.startAuthentication).toHaveBeenCalledWith({
        optionsJSON: OPTIONS.options,
        useBrowserAutofill: true,
      }),
    );
    expect(screen.getByRole("textbox", { name: "Email" })).toHaveAttribute(
      "autocomplete",
      "username webauthn",
    );
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("shows an error after a cancellation", async () => {
    stubBrowser(false);
    browser.startAuthentication.mockRejectedValue(named("NotAllowedError"));
    const { onSignedIn } = open();
    await press("Log in with a passkey");
    expect(await screen.findByRole("alert")).toHaveTextContent("No passkey was used.");
    expect(onSignedIn).not.toHaveBeenCalled();
  });

  it("shows the server's refusal", async () => {
    stubBrowser(false);
    browser.startAuthentication.mockResolvedValue(CREDENTIAL);
    open({ "auth/passkey/": () => refusal("passkey_failed", 400) });
    await press("Log in with a passkey");
    expect(await screen.findByRole("alert")).toHaveTextContent("doesn’t work here");
  });

  it("is the second step of staff without an app, beside recovery codes", async () => {
    stubBrowser(false);
    browser.startAuthentication.mockResolvedValue(CREDENTIAL);
    const challenge = { challenge: "c-2", factors: ["passkey"], expires_in: 300 };
    const { onSignedIn } = open({ "auth/sign-in/": () => answer(challenge, 202) });
    await userEvent.type(screen.getByRole("textbox", { name: "Email" }), "dora@hansom.example");
    await userEvent.type(screen.getByLabelText("Password"), "lamplight");
    await press("Log in");
    expect(await screen.findByLabelText("Recovery code")).toBeInTheDocument();
    expect(screen.queryByText("Use authenticator app")).toBeNull();
    await press("Use a passkey");
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledWith(SESSION.user));
  });
});
