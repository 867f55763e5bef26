import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { currentViewer, rememberMe, restoreSession } from "@/api/session";
import { sessionEnded } from "@/api/token";
import type { Me } from "@/api/types";
import { loadRest, startI18n } from "@/i18n/setup";
import { answer, callsTo, mockApi, refusal, show } from "@/testing/mock-auth";
import { ResetPasswordPage } from "./reset-password-page";
import { VerifyEmailPage } from "./verify-email-page";

const title = (name: string) => screen.findByRole("heading", { level: 1, name });
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

beforeAll(async () => {
  await startI18n();
  await loadRest();
  await restoreSession();
});
afterEach(() => {
  sessionEnded("left");
  vi.unstubAllGlobals();
});

describe("a password reset link", () => {
  const password = () => screen.getByLabelText(/^New password/);

  async function choose(text: string) {
    await userEvent.click(password());
    await userEvent.paste(text);
    await press("Save password");
  }

  it("sets the password, ends the session here too, and opens the login", async () => {
    const calls = mockApi({ "auth/password/reset/": () => answer({ detail: "x" }) });
    rememberMe({ id: 7, user_type: "rider" } as Me);
    show(<ResetPasswordPage linkKey="k1" />, "/reset-password");
    await choose("lamplight2");
    expect(await title("Password updated")).toBeInTheDocument();
    expect(callsTo(calls, "auth/password/reset/")).toEqual([{ key: "k1", password: "lamplight2" }]);
    expect(screen.getByRole("link", { name: "Log in" })).toHaveAttribute("href", "/login");
    expect(currentViewer().state).toBe("visitor");
  });

  it("rejects a password that the policy does not allow, without a request", async () => {
    const calls = mockApi();
    show(<ResetPasswordPage linkKey="k1" />, "/reset-password");
    await choose("lamp light");
    expect(password()).toHaveFocus();
    expect(password()).toHaveAccessibleDescription(/6 to 30 letters and digits/);
    expect(callsTo(calls, "auth/password/reset/")).toEqual([]);
  });

  it("shows the server's message for the modern policy", async () => {
    mockApi(
      {
        "auth/password/reset/": () =>
          refusal("password_alphaNumeric_check", 400, "This password is too common."),
      },
      { register: { password_policy: "modern" } },
    );
    show(<ResetPasswordPage linkKey="k1" />, "/reset-password");
    await screen.findByText("8 characters or more");
    await choose("password1");
    expect(await screen.findByText("This password is too common.")).toBeInTheDocument();
  });

  it("keeps the input when the server did not respond", async () => {
    mockApi({ "auth/password/reset/": () => Promise.reject(new TypeError("offline")) });
    show(<ResetPasswordPage linkKey="k1" />, "/reset-password");
    await choose("lamplight2");
    expect(await screen.findByRole("alert")).toHaveTextContent("can’t reach the server");
    expect(password()).toHaveValue("lamplight2");
  });

  for (const [name, key] of [
    ["is spent", "k1"],
    ["has no key", ""],
  ] as const) {
    it(`offers a new link when it ${name}`, async () => {
      const calls = mockApi({
        "auth/password/reset/": () => refusal("reset_link_invalid"),
        "auth/password/forgot/": () => answer({ detail: "x" }, 202),
      });
      show(<ResetPasswordPage linkKey={key} />, "/reset-password");
      if (key) await choose("lamplight2");
      await title("This link has expired");
      await userEvent.type(screen.getByRole("textbox", { name: "Email" }), "ada@hansom.example");
      await press("Send link");
      expect(await title("Check your email")).toBeInTheDocument();
      expect(callsTo(calls, "auth/password/forgot/")).toEqual([{ email: "ada@hansom.example" }]);
    });
  }
});

describe("an email verification link", () => {
  it("is used once and confirms the address", async () => {
    const calls = mockApi({ "auth/email/verify/": () => answer({ email: "ada@hansom.example" }) });
    const onVerified = vi.fn();
    show(<VerifyEmailPage linkKey="k2" onVerified={onVerified} />, "/verify-email");
    expect(screen.getByRole("status")).toHaveTextContent("Verifying your email");
    expect(await title("Email verified")).toBeInTheDocument();
    expect(screen.getByText("ada@hansom.example")).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Continue" })).toHaveAttribute("href", "/login");
    expect(callsTo(calls, "auth/email/verify/")).toEqual([{ key: "k2" }]);
    expect(onVerified).toHaveBeenCalledOnce();
  });

  it("offers a new link when it is expired", async () => {
    const calls = mockApi({
      "auth/email/verify/": () => refusal("verify_link_invalid"),
      "auth/email/resend/": () => answer({}, 202),
    });
    const onVerified = vi.fn();
    show(<VerifyEmailPage linkKey="k2" onVerified={onVerified} />, "/verify-email");
    await title("This link has expired");
    await press("Send again");
    expect(await screen.findByRole("alert")).toHaveTextContent("Enter a valid email.");
    await userEvent.type(screen.getByRole("textbox", { name: "Email" }), "ada@hansom.example");
    await press("Send again");
    expect(await screen.findByText(/Sent\. It can take a minute/)).toBeInTheDocument();
    expect(callsTo(calls, "auth/email/resend/")).toEqual([{ email: "ada@hansom.example" }]);
    expect(onVerified).not.toHaveBeenCalled();
  });

  it("offers a new link when the key is missing, without a request", async () => {
    const calls = mockApi();
    show(<VerifyEmailPage linkKey="" onVerified={vi.fn()} />, "/verify-email");
    expect(await title("This link has expired")).toBeInTheDocument();
    expect(callsTo(calls, "auth/email/verify/")).toEqual([]);
  });

  it("can be retried when the server did not respond", async () => {
    let available = false;
    mockApi({
      "auth/email/verify/": () =>
        available ? answer({ email: "ada@hansom.example" }) : refusal("unavailable", 503),
    });
    show(<VerifyEmailPage linkKey="k2" onVerified={vi.fn()} />, "/verify-email");
    available = await screen.findByRole("alert").then(() => true);
    await press("Try again");
    await waitFor(() => title("Email verified"));
  });
});
