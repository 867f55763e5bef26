import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { currentViewer, restoreSession } from "@/api/session";
import { dropSession } from "@/api/token";
import { loadRest, startI18n } from "@/i18n/setup";
import { answer, callsTo, mockApi, refusal, SESSION, show } from "@/testing/mock-auth";
import { LoginPage, type SocialAnswer } from "./login-page";

const CHALLENGE = { challenge: "c-1", factors: ["app"], expires_in: 300 };

async function logIn(answers: Parameters<typeof mockApi>[0]) {
  const calls = mockApi({ "auth/sign-in/": () => answer(CHALLENGE, 202), ...answers });
  const onSignedIn = vi.fn();
  show(<LoginPage onSignedIn={onSignedIn} />, "/login");
  await userEvent.type(screen.getByRole("textbox", { name: "Email" }), "dora@hansom.example");
  await userEvent.type(screen.getByLabelText("Password"), "lamplight");
  await userEvent.click(screen.getByRole("button", { name: "Log in" }));
  await screen.findByRole("heading", { name: "One more step" });
  return { calls, onSignedIn };
}

const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

beforeAll(async () => {
  await startI18n();
  await loadRest();
  await restoreSession();
});
afterEach(() => {
  dropSession();
  vi.unstubAllGlobals();
});

describe("the second step of a login", () => {
  it("logs in only after the code, and passes on the user", async () => {
    const { calls, onSignedIn } = await logIn({ "auth/two-factor/": () => answer(SESSION) });
    expect(onSignedIn).not.toHaveBeenCalled();
    expect(currentViewer().state).not.toBe("signed-in");
    expect(screen.getByLabelText("Code")).toHaveFocus();
    await userEvent.type(screen.getByLabelText("Code"), "123 456");
    await press("Log in");
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledWith(SESSION.user));
    expect(callsTo(calls, "auth/two-factor/")).toEqual([{ challenge: "c-1", code: "123456" }]);
  });

  it("shows an error after a wrong code", async () => {
    const { onSignedIn } = await logIn({
      "auth/two-factor/": () => refusal("two_factor_wrong_code"),
    });
    await userEvent.type(screen.getByLabelText("Code"), "000000");
    await press("Log in");
    expect(await screen.findByRole("alert")).toHaveTextContent("Incorrect code.");
    expect(screen.getByLabelText("Code")).toHaveValue("");
    expect(screen.getByLabelText("Code")).toHaveFocus();
    expect(onSignedIn).not.toHaveBeenCalled();
  });

  it("does not send an invalid code", async () => {
    const { calls } = await logIn({});
    await userEvent.type(screen.getByLabelText("Code"), "12");
    await press("Log in");
    expect(await screen.findByRole("alert")).toBeInTheDocument();
    expect(callsTo(calls, "auth/two-factor/")).toEqual([]);
  });

  it("accepts a recovery code", async () => {
    const { calls, onSignedIn } = await logIn({ "auth/two-factor/": () => answer(SESSION) });
    await press("Use a recovery code");
    await userEvent.type(screen.getByLabelText("Recovery code"), "12345678");
    await press("Log in");
    await waitFor(() => expect(onSignedIn).toHaveBeenCalled());
    expect(callsTo(calls, "auth/two-factor/")).toEqual([{ challenge: "c-1", code: "12345678" }]);
  });

  it("returns to an empty form after the timeout", async () => {
    await logIn({ "auth/two-factor/": () => refusal("two_factor_expired") });
    await userEvent.type(screen.getByLabelText("Code"), "123456");
    await press("Log in");
    expect(await screen.findByRole("alert")).toHaveTextContent("Log in again");
    await press("Close this message and start over");
    expect(await screen.findByLabelText("Password")).toHaveValue("");
  });

  it("also follows a provider's login", async () => {
    mockApi({ "auth/social/finish/": () => answer(CHALLENGE, 202) });
    const done: SocialAnswer = { state: "done" };
    show(<LoginPage onSignedIn={vi.fn()} social={done} />, "/login");
    expect(await screen.findByRole("heading", { name: "One more step" })).toBeInTheDocument();
  });
});
