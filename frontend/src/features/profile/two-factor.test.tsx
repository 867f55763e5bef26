import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { meKey } from "@/api/me";
import { currentViewer, restoreSession } from "@/api/session";
import type { Me } from "@/api/types";
import { loadRest, startI18n } from "@/i18n/setup";
import { ADA, callsTo, json, mockApi, nothing, refusal, show } from "@/testing/mock-profile-api";
import { sectionsOf } from "./profile-sections";
import { TwoFactorCard } from "./two-factor-card";
import { TwoFactorPage } from "./two-factor-page";

const DORA = { ...ADA, user_type: "admin", two_factor_setup_due: true } as Me;
const SETUP = {
  secret: "JBSWY3DP",
  otpauth_url: "otpauth://totp/x",
  qr_code: "data:image/svg+xml,",
};
const CODES = ["11112222", "33334444"];
const state =
  (enabled: boolean, required = false) =>
  () =>
    json({ enabled, required, recovery_codes_left: enabled ? 9 : 0 });

const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));

beforeAll(async () => {
  await startI18n();
  await loadRest();
  await restoreSession();
});
afterEach(() => vi.unstubAllGlobals());

describe("two-factor login in the profile", () => {
  it("is for staff only", () => {
    expect(sectionsOf(DORA)).toContain("two_factor");
    expect(sectionsOf(ADA)).not.toContain("two_factor");
  });

  it("is set up by a code, and shows the recovery codes until they are confirmed", async () => {
    let enabled = false;
    const calls = mockApi({
      "GET me/two-factor/": () => state(enabled)(),
      "POST me/two-factor/setup/": () => json(SETUP),
      "POST me/two-factor/confirm/": () => {
        enabled = true;
        return json({ recovery_codes: CODES }, 201);
      },
    });
    show(DORA, (me) => <TwoFactorCard me={me} />);
    await press("Set up");
    expect(await screen.findByText("JBSWY3DP")).toBeInTheDocument();
    expect(screen.getByRole("img", { name: /QR code/ })).toHaveAttribute("src", SETUP.qr_code);
    await userEvent.type(screen.getByLabelText("Code from the app"), "123456");
    await press("Turn on");
    expect(await screen.findByText("11112222")).toBeInTheDocument();
    expect(callsTo(calls, "POST me/two-factor/confirm/")[0]?.body).toEqual({ code: "123456" });
    await press("I have saved them");
    expect(await screen.findByText("On. 9 recovery codes left.")).toBeInTheDocument();
    expect(screen.queryByText("11112222")).not.toBeInTheDocument();
  });

  it("stays off after a wrong code", async () => {
    mockApi({
      "GET me/two-factor/": state(false),
      "POST me/two-factor/setup/": () => json(SETUP),
      "POST me/two-factor/confirm/": () => refusal("two_factor_wrong_code"),
    });
    show(DORA, (me) => <TwoFactorCard me={me} />);
    await press("Set up");
    await userEvent.type(await screen.findByLabelText("Code from the app"), "000000");
    await press("Turn on");
    expect(await screen.findByRole("alert")).toHaveTextContent("Incorrect code.");
    expect(screen.getByText("JBSWY3DP")).toBeInTheDocument();
  });

  it("is turned off by password and code", async () => {
    const calls = mockApi({
      "GET me/two-factor/": state(true, true),
      "POST me/two-factor/turn-off/": nothing,
    });
    show(DORA, (me) => <TwoFactorCard me={me} />);
    await press("Turn off");
    expect(screen.getByText(/set up another app right after/)).toBeInTheDocument();
    await press("Turn off");
    expect(await screen.findByRole("alert")).toHaveTextContent("current password");
    await userEvent.type(screen.getByLabelText("Current password"), "lamplight");
    await userEvent.type(screen.getByLabelText(/or a recovery code/), "123456");
    await press("Turn off");
    await waitFor(() => expect(screen.queryByLabelText("Current password")).toBeNull());
    expect(callsTo(calls, "POST me/two-factor/turn-off/").map(({ body }) => body)).toEqual([
      { password: "lamplight", code: "123456" },
    ]);
  });

  it("creates new recovery codes with a code", async () => {
    mockApi({
      "GET me/two-factor/": state(true),
      "POST me/two-factor/recovery-codes/": () => json({ recovery_codes: CODES }),
    });
    show(DORA, (me) => <TwoFactorCard me={me} />);
    await press("New recovery codes");
    await userEvent.type(screen.getByLabelText(/or a recovery code/), "123456");
    await press("New recovery codes");
    expect(await screen.findByText("33334444")).toBeInTheDocument();
  });
});

describe("a form of two-factor login", () => {
  it("keeps its secret and its recovery codes while the profile is refetched", async () => {
    let fails = false;
    const calls = mockApi({
      "GET me/two-factor/": () => (fails ? refusal("unknown", 400) : state(false)()),
      "POST me/two-factor/setup/": () => json(SETUP),
      "POST me/two-factor/confirm/": () => json({ recovery_codes: CODES }, 201),
    });
    const client = show(DORA, (me) => <TwoFactorCard me={me} />);
    const again = () => act(() => client.invalidateQueries({ queryKey: meKey }));
    await press("Set up");
    await screen.findByText("JBSWY3DP");
    await again();
    expect(callsTo(calls, "POST me/two-factor/setup/")).toHaveLength(1);

    await userEvent.type(screen.getByLabelText("Code from the app"), "123456");
    await press("Turn on");
    await screen.findByText("11112222");
    fails = true;
    await again();
    expect(callsTo(calls, "GET me/two-factor/").length).toBeGreaterThan(1);
    expect(screen.getByText("11112222")).toBeInTheDocument();
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  });

  it("takes the focus, and returns it to its button", async () => {
    mockApi({ "GET me/two-factor/": state(true) });
    show(DORA, (me) => <TwoFactorCard me={me} />);
    await press("Turn off");
    expect(screen.getByLabelText("Current password")).toHaveFocus();
    await press("Cancel");
    expect(screen.getByRole("button", { name: "Turn off" })).toHaveFocus();
    await press("New recovery codes");
    expect(screen.getByLabelText(/or a recovery code/)).toHaveFocus();
  });

  it("moves the focus to the button that replaces its own", async () => {
    let enabled = false;
    mockApi({
      "GET me/two-factor/": () => state(enabled)(),
      "POST me/two-factor/setup/": () => json(SETUP),
      "POST me/two-factor/confirm/": () => {
        enabled = true;
        return json({ recovery_codes: CODES }, 201);
      },
    });
    show(DORA, (me) => <TwoFactorCard me={me} />);
    await press("Set up");
    const field = await screen.findByLabelText("Code from the app");
    await waitFor(() => expect(field).toHaveFocus());
    await userEvent.type(field, "123456");
    await press("Turn on");
    await press("I have saved them");
    await waitFor(() =>
      expect(screen.getByRole("button", { name: "New recovery codes" })).toHaveFocus(),
    );
  });
});

describe("required two-factor login of staff", () => {
  it("continues once it is set up", async () => {
    mockApi({
      "GET me/": () => json({ ...DORA, two_factor_setup_due: false }),
      "POST me/two-factor/setup/": () => json(SETUP),
      "POST me/two-factor/confirm/": () => json({ recovery_codes: CODES }, 201),
    });
    show(DORA, () => <TwoFactorPage name="Dora" />);
    await userEvent.type(await screen.findByLabelText("Code from the app"), "123456");
    await press("Turn on");
    await press("I have saved them");
    await waitFor(() => expect(currentViewer().me?.two_factor_setup_due).toBe(false));
  });

  it("offers to log out", async () => {
    const calls = mockApi({
      "POST me/two-factor/setup/": () => json(SETUP),
      "POST auth/sign-out/": nothing,
    });
    show(DORA, () => <TwoFactorPage name="Dora" />);
    await press("Log out");
    await waitFor(() => expect(callsTo(calls, "POST auth/sign-out/")).toHaveLength(1));
    expect(currentViewer().state).toBe("visitor");
  });
});
