import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { restoreSession } from "@/api/session";
import type { Me } from "@/api/types";
import { loadRest, startI18n } from "@/i18n/setup";
import { ADA, callsTo, json, mockApi, nothing, refusal, show } from "@/testing/mock-profile-api";
import { PasskeysCard } from "./passkeys-card";

const PHONE = {
  id: 3,
  name: "My phone",
  created_at: "2026-11-28T12:00:00Z",
  last_used_at: null,
};
const CREDENTIAL = { id: "k", rawId: "k", type: "public-key", response: {} };
const DORA = { ...ADA, user_type: "admin" } as Me;

const browser = vi.hoisted(() => ({ startRegistration: vi.fn() }));
vi.mock("@simplewebauthn/browser", () => browser);

const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));

beforeAll(async () => {
  await startI18n();
  await loadRest();
  await restoreSession();
});
beforeEach(() => {
  vi.stubGlobal("PublicKeyCredential", class {});
  browser.startRegistration.mockReset().mockResolvedValue(CREDENTIAL);
});
afterEach(() => vi.unstubAllGlobals());

async function add() {
  await press("Add a passkey");
  await userEvent.type(screen.getByLabelText("Name"), "My phone");
  await userEvent.type(screen.getByLabelText("Current password"), "lamplight");
  await press("Add a passkey");
}

describe("passkeys in the profile", () => {
  it("are added after the password", async () => {
    let passkeys: unknown[] = [];
    const calls = mockApi({
      "GET me/passkeys/": () => json({ results: passkeys }),
      "POST me/passkeys/options/": () => json({ challenge: "c-1", options: {}, expires_in: 300 }),
      "POST me/passkeys/": () => {
        passkeys = [PHONE];
        return json({ passkey: PHONE, recovery_codes: [] }, 201);
      },
    });
    show(ADA, (me) => <PasskeysCard me={me} />);
    expect(await screen.findByText("No passkeys yet.")).toBeInTheDocument();
    await add();
    expect(await screen.findByText("My phone")).toBeInTheDocument();
    expect(screen.getByText(/Never used/)).toBeInTheDocument();
    expect(callsTo(calls, "POST me/passkeys/options/")[0]?.body).toEqual({ password: "lamplight" });
    expect(callsTo(calls, "POST me/passkeys/")[0]?.body).toEqual({
      challenge: "c-1",
      credential: CREDENTIAL,
      name: "My phone",
    });
    expect(screen.getByRole("button", { name: "Add a passkey" })).toHaveFocus();
  });

  it("need the password before any request", async () => {
    const calls = mockApi({ "GET me/passkeys/": () => json({ results: [] }) });
    show(ADA, (me) => <PasskeysCard me={me} />);
    await press("Add a passkey");
    expect(screen.getByLabelText("Name")).toHaveFocus();
    await press("Add a passkey");
    expect(await screen.findByRole("alert")).toHaveTextContent("current password");
    expect(callsTo(calls, "POST me/passkeys/options/")).toEqual([]);
  });

  it("show an error if the device has one already", async () => {
    browser.startRegistration.mockRejectedValue(
      Object.assign(new Error("x"), { name: "InvalidStateError" }),
    );
    mockApi({
      "GET me/passkeys/": () => json({ results: [PHONE] }),
      "POST me/passkeys/options/": () => json({ challenge: "c-1", options: {}, expires_in: 300 }),
    });
    show(ADA, (me) => <PasskeysCard me={me} />);
    await add();
    expect(await screen.findByRole("alert")).toHaveTextContent("already added");
  });

  it("come with recovery codes if they are the first second factor of staff", async () => {
    mockApi({
      "GET me/passkeys/": () => json({ results: [PHONE] }),
      "POST me/passkeys/options/": () => json({ challenge: "c-1", options: {}, expires_in: 300 }),
      "POST me/passkeys/": () => json({ passkey: PHONE, recovery_codes: ["11112222"] }, 201),
    });
    show(DORA, (me) => <PasskeysCard me={me} />);
    await add();
    expect(await screen.findByText("11112222")).toBeInTheDocument();
    await press("I have saved them");
    expect(screen.queryByText("11112222")).toBeNull();
  });

  it("are removed after the password, unless one is the last way to log in", async () => {
    let last = true;
    let passkeys = [PHONE];
    mockApi({
      "GET me/passkeys/": () => json({ results: passkeys }),
      "POST me/passkeys/3/remove/": () => {
        if (last) return refusal("last_login_method", 409);
        passkeys = [];
        return nothing();
      },
    });
    show(ADA, (me) => <PasskeysCard me={me} />);
    await press("Remove My phone");
    await userEvent.type(await screen.findByLabelText("Current password"), "lamplight");
    await press("Remove");
    expect(await screen.findByRole("alert")).toHaveTextContent("Set a password");
    last = false;
    await press("Remove");
    await waitFor(() => expect(screen.getByText("No passkeys yet.")).toBeInTheDocument());
  });

  it("cannot be added in a browser without them", async () => {
    vi.stubGlobal("PublicKeyCredential", undefined);
    mockApi({ "GET me/passkeys/": () => json({ results: [] }) });
    show(ADA, (me) => <PasskeysCard me={me} />);
    expect(await screen.findByText(/don’t work in this browser/)).toBeInTheDocument();
  });
});
