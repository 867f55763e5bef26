import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { currentViewer, restoreSession } from "@/api/session";
import { onSessionEnded } from "@/api/token";
import type { Me } from "@/api/types";
import { loadRest, startI18n } from "@/i18n/setup";
import { ADA, callsTo, json, mockApi, nothing, refusal, show } from "@/testing/mock-profile-api";
import { PasswordCard } from "./password-card";
import { SessionsCard } from "./sessions-card";

const button = (name: string) => screen.getByRole("button", { name });
const session = { access: "t", expires_in: 600, user: ADA };

beforeAll(async () => {
  await startI18n();
  await loadRest();
  await restoreSession();
});
afterEach(() => vi.unstubAllGlobals());

describe("a new password", () => {
  const current = () => screen.getByLabelText("Current password");
  const fresh = () => screen.getByLabelText("New password");
  const open = async (me: Me) => {
    show(me, (now) => <PasswordCard me={now} />);
    await userEvent.click(button(me.has_password ? "Change password" : "Set a password"));
  };

  it("focuses its first field", async () => {
    mockApi();
    await open(ADA);
    expect(current()).toHaveFocus();
  });

  it("is changed with the current one, and this session stays logged in", async () => {
    const calls = mockApi({ "POST me/password/": () => json(session) });
    await open(ADA);
    await userEvent.type(current(), "lamplight");
    await userEvent.type(fresh(), "cab4hire");
    await userEvent.click(button("Change password"));
    await waitFor(() => expect(screen.queryByLabelText("New password")).not.toBeInTheDocument());
    expect(callsTo(calls, "POST me/password/")[0]?.body).toEqual({
      current: "lamplight",
      password: "cab4hire",
    });
    expect(currentViewer().state).toBe("signed-in");
  });

  it("is rejected with a wrong current one, and the input is kept: wrong_password", async () => {
    mockApi({ "POST me/password/": () => refusal("wrong_password") });
    await open(ADA);
    await userEvent.type(current(), "guess");
    await userEvent.type(fresh(), "cab4hire");
    await userEvent.click(button("Change password"));
    expect(await screen.findByRole("alert")).toHaveTextContent("Incorrect current password");
    expect(current()).toHaveAttribute("aria-invalid", "true");
    expect(fresh()).toHaveValue("cab4hire");
  });

  it("sends no request when it violates the policy: password_alphaNumeric_check", async () => {
    const calls = mockApi();
    await open(ADA);
    await userEvent.type(current(), "lamplight");
    await userEvent.type(fresh(), "cab!");
    await userEvent.click(button("Change password"));
    expect(await screen.findByRole("alert")).toHaveTextContent("6 to 30");
    expect(callsTo(calls, "POST me/password/")).toEqual([]);
  });

  it("sends no request without the current one", async () => {
    const calls = mockApi();
    await open(ADA);
    await userEvent.type(fresh(), "cab4hire");
    await userEvent.click(button("Change password"));
    expect(await screen.findByRole("alert")).toHaveTextContent("Enter your current password");
    expect(callsTo(calls, "POST me/password/")).toEqual([]);
  });

  it("can be the first one, without a current one", async () => {
    const calls = mockApi({ "POST me/password/": () => json(session) });
    await open({ ...ADA, has_password: false });
    expect(screen.queryByLabelText("Current password")).not.toBeInTheDocument();
    await userEvent.type(fresh(), "cab4hire");
    await userEvent.click(button("Set a password"));
    await waitFor(() => expect(callsTo(calls, "POST me/password/")).toHaveLength(1));
    expect(callsTo(calls, "POST me/password/")[0]?.body).toEqual({ password: "cab4hire" });
  });
});

describe("the sessions", () => {
  const device = (id: string, name: string, here = false) => ({
    id,
    device: name,
    kind: "computer",
    ip: "192.0.2.17",
    created_at: "2026-05-01T10:00:00Z",
    last_seen_at: new Date(Date.now() - 2 * 60 * 60_000).toISOString(),
    current: here,
  });
  const both = () =>
    json({ results: [device("b", "Chrome on Android"), device("a", "Firefox on Linux", true)] });
  const list = () => show(ADA, () => <SessionsCard />);

  it("start with this one, which has no button", async () => {
    mockApi({ "GET me/sessions/": both });
    list();
    const [first, second] = await screen.findAllByRole("listitem");
    expect(first).toHaveTextContent(/Firefox on Linux.*This device.*Active now/);
    expect(within(first as HTMLElement).queryByRole("button")).not.toBeInTheDocument();
    expect(second).toHaveTextContent(/Chrome on Android.*2 hr ago/);
  });

  it("are logged out one by one", async () => {
    const calls = mockApi({ "GET me/sessions/": both, "DELETE me/sessions/b/": nothing });
    list();
    await userEvent.click(await screen.findByRole("button", { name: "Log out Chrome on Android" }));
    await waitFor(() => expect(screen.getAllByRole("listitem")).toHaveLength(1));
    expect(callsTo(calls, "DELETE me/sessions/b/")).toHaveLength(1);
    expect(currentViewer().state).toBe("signed-in");
  });

  it("stay in the list when that is rejected", async () => {
    mockApi({
      "GET me/sessions/": both,
      "DELETE me/sessions/b/": () => refusal("not_found", 404),
    });
    list();
    await userEvent.click(await screen.findByRole("button", { name: "Log out Chrome on Android" }));
    expect(await screen.findByRole("alert")).toBeInTheDocument();
    expect(screen.getAllByRole("listitem")).toHaveLength(2);
  });

  it("are all logged out after a confirmation, including this one", async () => {
    const calls = mockApi({ "GET me/sessions/": both, "POST auth/sign-out-everywhere/": nothing });
    list();
    const endings: string[] = [];
    const stop = onSessionEnded((how) => endings.push(how));
    await userEvent.click(await screen.findByRole("button", { name: "Log out everywhere" }));
    expect(callsTo(calls, "POST auth/sign-out-everywhere/")).toEqual([]);
    const dialog = within(await screen.findByRole("dialog"));
    await userEvent.click(dialog.getByRole("button", { name: "Log out everywhere" }));
    await waitFor(() => expect(endings).toEqual(["left"]));
    stop();
  });

  it("stay logged in when the server rejects logging out everywhere", async () => {
    mockApi({
      "GET me/sessions/": both,
      "POST auth/sign-out-everywhere/": () => refusal("unavailable"),
    });
    list();
    await userEvent.click(await screen.findByRole("button", { name: "Log out everywhere" }));
    const dialog = within(await screen.findByRole("dialog"));
    await userEvent.click(dialog.getByRole("button", { name: "Log out everywhere" }));
    expect(await dialog.findByRole("alert")).toBeInTheDocument();
    expect(currentViewer().state).toBe("signed-in");
  });

  it("can be retried when they cannot be loaded", async () => {
    mockApi({ "GET me/sessions/": () => refusal("unavailable") });
    list();
    expect(await screen.findByRole("button", { name: "Try again" })).toBeInTheDocument();
  });
});
