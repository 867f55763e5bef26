import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { currentViewer, restoreSession } from "@/api/session";
import { dropSession } from "@/api/token";
import { loadRest, startI18n } from "@/i18n/setup";
import { answer, callsTo, mockApi, refusal, SESSION, show } from "@/testing/mock-auth";
import { LoginPage } from "./login-page";

function open() {
  const onSignedIn = vi.fn();
  show(<LoginPage onSignedIn={onSignedIn} />, "/login");
  return onSignedIn;
}

const email = () => screen.getByRole("textbox", { name: "Email" });
const password = () => screen.getByLabelText("Password");
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

async function logIn(address = "ada@hansom.example", secret = "lamplight") {
  if (address) await userEvent.type(email(), address);
  if (secret) await userEvent.type(password(), secret);
  await press("Log in");
}

beforeAll(async () => {
  await startI18n();
  await loadRest();
  await restoreSession();
});
afterEach(() => {
  dropSession();
  vi.unstubAllGlobals();
});

describe("login with email and password", () => {
  it("rejects an email without a domain, clears both fields and sends no request", async () => {
    const calls = mockApi();
    open();
    await logIn("ada@hansom");
    expect(await screen.findByRole("alert")).toHaveTextContent("Enter a valid email");
    expect(email()).toHaveValue("");
    expect(password()).toHaveValue("");
    expect(callsTo(calls, "auth/sign-in/")).toEqual([]);
  });

  it("rejects an empty password", async () => {
    const calls = mockApi();
    open();
    await logIn("ada@hansom.example", "");
    expect(await screen.findByRole("alert")).toBeInTheDocument();
    expect(callsTo(calls, "auth/sign-in/")).toEqual([]);
  });

  it("shows the server's error translated, keeps the input, and clears both on closing", async () => {
    mockApi({ "auth/sign-in/": () => refusal("require_approval", 403) });
    open();
    await logIn();
    expect(await screen.findByRole("alert")).toHaveTextContent("isn’t approved yet");
    expect(email()).toHaveValue("ada@hansom.example");
    await press("Close this message and start over");
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
    expect(email()).toHaveValue("");
    expect(password()).toHaveValue("");
  });

  it("passes on the logged-in user", async () => {
    const calls = mockApi({ "auth/sign-in/": () => answer(SESSION) });
    const onSignedIn = open();
    await logIn(" ada@hansom.example ");
    await waitFor(() => expect(onSignedIn).toHaveBeenCalled());
    expect(callsTo(calls, "auth/sign-in/")).toEqual([
      { email: "ada@hansom.example", password: "lamplight" },
    ]);
  });

  it("resends the verification email, then requires a wait", async () => {
    const calls = mockApi({
      "auth/sign-in/": () => refusal("email_verify_message", 403),
      "auth/email/resend/": () => answer({}, 202),
    });
    open();
    await logIn();
    expect(await screen.findByRole("alert")).toHaveTextContent("Verify your email");
    await press("Send again");
    expect(await screen.findByText(/Sent\. It can take a minute/)).toBeInTheDocument();
    const again = await screen.findByRole("button", { name: /^Send again in / });
    await userEvent.click(again);
    expect(callsTo(calls, "auth/email/resend/")).toEqual([{ email: "ada@hansom.example" }]);
  });

  for (const [code, text] of [
    ["base_settings_error_1", "Base Settings Error 1"],
    ["base_settings_error_2", "Base Settings Error 2"],
  ] as const) {
    it(`shows ${code} in the alert, signs out, and clears the form on Close`, async () => {
      const calls = mockApi({ "auth/sign-in/": () => refusal(code, 403) });
      open();
      await logIn();
      const dialog = within(await screen.findByRole("dialog", { name: "Alert" }));
      expect(dialog.getByText(text)).toBeInTheDocument();
      expect(callsTo(calls, "auth/sign-out/")).toHaveLength(1);
      await userEvent.click(dialog.getByText("Close"));
      await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
      expect(email()).toHaveValue("");
    });
  }

  for (const [code, user, text] of [
    ["profile_missing", null, /This account has no profile/],
    ["not_valid_user_type", { id: 1, user_type: "coachman" }, /can’t log in here/],
  ] as const) {
    it(`shows ${code} in the alert and signs out`, async () => {
      const calls = mockApi({ "auth/sign-in/": () => answer({ ...SESSION, user }) });
      const onSignedIn = open();
      await logIn();
      const dialog = within(await screen.findByRole("dialog", { name: "Alert" }));
      expect(dialog.getByText(text)).toBeInTheDocument();
      expect(callsTo(calls, "auth/sign-out/").length).toBeGreaterThan(0);
      expect(onSignedIn).not.toHaveBeenCalled();
      expect(currentViewer().state).toBe("visitor");
    });
  }

  it("shows an unknown error with its code and message", async () => {
    mockApi({ "auth/sign-in/": () => refusal("odd_code", 400, "Something odd.") });
    open();
    await logIn();
    expect(await screen.findByRole("alert")).toHaveTextContent("odd_code: Something odd.");
  });
});

describe("a forgotten password", () => {
  it("has the same response for every email, and shows errors", async () => {
    const calls = mockApi({ "auth/password/forgot/": () => answer({ detail: "x" }, 202) });
    open();
    await userEvent.type(email(), "ada@hansom.example");
    await press("Forgot your password?");
    const dialog = within(await screen.findByRole("dialog", { name: "Reset your password" }));
    expect(dialog.getByLabelText("Email")).toHaveValue("ada@hansom.example");
    await userEvent.click(dialog.getByRole("button", { name: "Send link" }));
    expect(await screen.findByText(/we sent it a reset link/)).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(callsTo(calls, "auth/password/forgot/")).toEqual([{ email: "ada@hansom.example" }]);
  });

  it("requires a valid email before the request", async () => {
    const calls = mockApi();
    open();
    await press("Forgot your password?");
    const dialog = within(await screen.findByRole("dialog"));
    await userEvent.type(dialog.getByLabelText("Email"), "ada");
    await userEvent.click(dialog.getByRole("button", { name: "Send link" }));
    expect(await dialog.findByRole("alert")).toHaveTextContent("Enter a valid email.");
    expect(callsTo(calls, "auth/password/forgot/")).toEqual([]);
  });

  it("shows an error when too many links were requested", async () => {
    mockApi({ "auth/password/forgot/": () => refusal("too_many_requests", 429) });
    open();
    await press("Forgot your password?");
    const dialog = within(await screen.findByRole("dialog"));
    await userEvent.type(dialog.getByLabelText("Email"), "ada@hansom.example");
    await userEvent.click(dialog.getByRole("button", { name: "Send link" }));
    expect(await dialog.findByRole("alert")).toHaveTextContent("Too many attempts");
  });
});

describe("the login methods", () => {
  it("include only email when no other method is set up", async () => {
    mockApi();
    open();
    expect(await screen.findByRole("link", { name: "Create an account" })).toBeInTheDocument();
    expect(screen.queryByRole("tab")).not.toBeInTheDocument();
    expect(screen.queryByText("or log in with")).not.toBeInTheDocument();
  });

  it("keep the input when the tabs load", async () => {
    let give = (_: Response) => {};
    mockApi({ "settings/public/": () => new Promise((done) => (give = done)) });
    open();
    await userEvent.type(email(), "ada@");
    give(answer({ sign_in: { mobile: true }, register: {} }));
    expect(await screen.findByRole("tab", { name: "Phone" })).toBeInTheDocument();
    await userEvent.keyboard("hansom.example");
    expect(email()).toHaveValue("ada@hansom.example");
  });

  it("link to both kinds of sign-up", async () => {
    mockApi();
    open();
    expect(screen.getByRole("link", { name: "Drive with us" })).toHaveAttribute(
      "href",
      "/register?as=driver",
    );
    await userEvent.click(screen.getByRole("link", { name: "Create an account" }));
    expect(await screen.findByText("page /register")).toBeInTheDocument();
  });
});

describe("the demonstration accounts", () => {
  const demo = {
    accounts: [
      { email: "ada@hansom.example", password: "lamplight", role: "rider" as const, name: "Ada" },
    ],
  };

  it("log in with one click when the installation has them", async () => {
    const calls = mockApi({ "auth/sign-in/": () => answer(SESSION) }, { demo });
    open();
    await userEvent.click(await screen.findByRole("button", { name: /^Rider\s*Ada$/ }));
    await waitFor(() =>
      expect(callsTo(calls, "auth/sign-in/")).toEqual([
        { email: "ada@hansom.example", password: "lamplight" },
      ]),
    );
  });

  it("are hidden when the installation has none", async () => {
    mockApi();
    open();
    await waitFor(() => expect(screen.queryByText("Have a look around")).not.toBeInTheDocument());
  });
});
