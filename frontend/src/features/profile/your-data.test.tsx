import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { restoreSession } from "@/api/session";
import { onSessionEnded } from "@/api/token";
import type { Me } from "@/api/types";
import { loadRest, startI18n } from "@/i18n/setup";
import { ADA, callsTo, json, mockApi, nothing, refusal, show } from "@/testing/mock-profile-api";
import { YourDataCard } from "./your-data-card";

const button = (name: string) => screen.getByRole("button", { name });
const EXPORT = {
  id: 4,
  kind: "personal_data",
  format: "zip",
  state: "queued",
  rows_done: 0,
  rows_total: null,
  error: null,
  url: null,
};

beforeAll(async () => {
  await startI18n();
  await loadRest();
  await restoreSession();
});
afterEach(() => vi.unstubAllGlobals());

describe("a copy of the data", () => {
  it("is requested once, with its progress", async () => {
    const calls = mockApi({
      "POST me/data-export/": () => json(EXPORT, 201),
      "GET exports/4/": () => json({ ...EXPORT, state: "running", rows_done: 3 }),
    });
    show(ADA, (me) => <YourDataCard me={me} />);
    await userEvent.click(button("Download my data"));
    const dialog = await screen.findByRole("dialog", { name: "Download my data" });
    await userEvent.click(within(dialog).getByRole("button", { name: "Export" }));
    expect(await within(dialog).findByRole("status")).toBeInTheDocument();
    expect(callsTo(calls, "POST me/data-export/")).toHaveLength(1);
  });

  it("is refused in demo mode: demo_mode", async () => {
    mockApi({ "POST me/data-export/": () => refusal("demo_mode", 403) });
    show(ADA, (me) => <YourDataCard me={me} />);
    await userEvent.click(button("Download my data"));
    await userEvent.click(await screen.findByRole("button", { name: "Export" }));
    expect(await screen.findByRole("alert")).toBeInTheDocument();
  });
});

describe("what the user agreed to", () => {
  const given = {
    id: 1,
    version: 5,
    document: "terms",
    label: "2026-11",
    given_at: "2026-11-27T12:00:00Z",
    source: "sign_up",
    language: "en",
  };

  it("is listed with its date", async () => {
    mockApi({ "GET me/consents/": () => json({ due: [], given: [given] }) });
    show(ADA, (me) => <YourDataCard me={me} />);
    const list = await screen.findByRole("list", { name: "What you agreed to" });
    expect(list).toHaveTextContent(/^Terms of use 2026-11, on .*2026$/);
  });

  it("is not shown if it is nothing", async () => {
    const calls = mockApi({ "GET me/consents/": () => json({ due: [], given: [] }) });
    show(ADA, (me) => <YourDataCard me={me} />);
    await waitFor(() => expect(callsTo(calls, "GET me/consents/")).toHaveLength(1));
    expect(screen.queryByText("What you agreed to")).not.toBeInTheDocument();
  });
});

describe("the deletion of the account", () => {
  const open = async (me: Me) => {
    show(me, (now) => <YourDataCard me={now} />);
    await userEvent.click(button("Delete account"));
    return within(await screen.findByRole("dialog", { name: "Delete your account?" }));
  };

  it("needs the password and ends the session", async () => {
    const ended = vi.fn();
    const stop = onSessionEnded(ended);
    const calls = mockApi({ "POST me/delete/": nothing });
    const dialog = await open(ADA);
    await userEvent.type(dialog.getByLabelText("Current password"), "lamplight");
    await userEvent.click(dialog.getByRole("button", { name: "Delete account" }));
    await waitFor(() => expect(ended).toHaveBeenCalled());
    expect(callsTo(calls, "POST me/delete/")[0]?.body).toEqual({ password: "lamplight" });
    stop();
  });

  it("sends no request without the password", async () => {
    const calls = mockApi();
    const dialog = await open(ADA);
    await userEvent.click(dialog.getByRole("button", { name: "Delete account" }));
    expect(await dialog.findByRole("alert")).toHaveTextContent("Enter your current password");
    expect(callsTo(calls, "POST me/delete/")).toEqual([]);
  });

  it("needs no password where there is none, but a recent login: login_too_old", async () => {
    mockApi({ "POST me/delete/": () => refusal("login_too_old", 409) });
    const dialog = await open({ ...ADA, has_password: false });
    expect(dialog.queryByLabelText("Current password")).not.toBeInTheDocument();
    await userEvent.click(dialog.getByRole("button", { name: "Delete account" }));
    expect(await dialog.findByRole("alert")).toHaveTextContent("log in again");
  });

  it.each([
    ["trip_open", "open or unpaid trip"],
    ["wallet_not_empty", "wallet isn’t empty"],
    ["withdrawal_open", "still in progress"],
  ])("names what is open to the user: %s", async (code, text) => {
    mockApi({ "POST me/delete/": () => refusal(code, 409) });
    const dialog = await open(ADA);
    await userEvent.type(dialog.getByLabelText("Current password"), "lamplight");
    await userEvent.click(dialog.getByRole("button", { name: "Delete account" }));
    expect(await dialog.findByRole("alert")).toHaveTextContent(text);
  });
});
