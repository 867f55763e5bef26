import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { restoreSession } from "@/api/session";
import { dropSession } from "@/api/token";
import { loadRest, startI18n } from "@/i18n/setup";
import { CHALLENGE, QuickWorker } from "@/testing/fake-captcha";
import { answer, callsTo, mockApi, refusal, SESSION, show } from "@/testing/mock-auth";
import { LoginPage } from "./login-page";

const ON = { sign_in: { mobile: true } };
const sent = (id: string, resend_in = 60) =>
  answer({ verification_id: id, expires_in: 600, resend_in }, 202);
const defaults = {
  "auth/captcha/": () => answer(CHALLENGE),
  "auth/phone/verify/": () => answer(SESSION),
  "auth/phone/cancel/": () => answer(null, 204),
  "auth/phone/": () => sent("v1"),
};

async function open(answers: Parameters<typeof mockApi>[0] = {}) {
  const calls = mockApi({ ...answers, ...without(defaults, answers) }, ON);
  const onSignedIn = vi.fn();
  show(<LoginPage onSignedIn={onSignedIn} />, "/login");
  await userEvent.click(await screen.findByRole("tab", { name: "Phone" }));
  return { calls, onSignedIn };
}

function without<T extends object>(table: T, taken: object): Partial<T> {
  const left = Object.entries(table).filter(([path]) => !(path in taken));
  return Object.fromEntries(left) as Partial<T>;
}

const country = () => screen.findByRole("combobox", { name: "Country" });
const number = () => screen.getByLabelText("Phone number");
const code = () => screen.findByLabelText("Code");
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

async function requestCode(typed = "7700 900-123") {
  await country();
  await userEvent.type(number(), typed);
  await press("Get code");
}

beforeAll(async () => {
  await startI18n();
  await loadRest();
  await restoreSession();
});
beforeEach(() => vi.stubGlobal("Worker", QuickWorker));
afterEach(() => {
  dropSession();
  vi.unstubAllGlobals();
});

describe("the phone number", () => {
  it("is sent with its country's prefix and a proof of work", async () => {
    const { calls } = await open();
    expect(await country()).toHaveValue("United Kingdom");
    await requestCode();
    expect(await screen.findByText("+447700900123")).toBeInTheDocument();
    const [body] = callsTo(calls, "auth/phone/");
    expect(body?.mobile).toBe("+447700900123");
    expect(JSON.parse(atob(String(body?.captcha)))).toEqual({
      challenge: CHALLENGE,
      solution: { counter: 41, derivedKey: "00ff", time: 1 },
    });
  });

  for (const search of ["ivoire", "cote", "+225", "ci"]) {
    it(`finds its country by the search "${search}"`, async () => {
      const { calls } = await open();
      await userEvent.click(await country());
      await userEvent.clear(await country());
      await userEvent.type(await country(), search);
      // jsdom has no layout, so the overlaid list counts as hidden.
      await screen.findByRole("option", { name: /Côte d'Ivoire\s*\+225/, hidden: true });
      await userEvent.keyboard("{Enter}");
      expect(await country()).toHaveValue("Côte d'Ivoire");
      await requestCode("0102030405");
      await code();
      expect(callsTo(calls, "auth/phone/")[0]?.mobile).toBe("+2250102030405");
    });
  }

  it.each(["07700 900123", "0044 7700 900123", "+44 (0)7700 900123", "٠٧٧٠٠٩٠٠١٢٣"])(
    "typed as %s is the full number at the server",
    async (typed) => {
      const { calls } = await open();
      await country();
      await requestCode(typed);
      await code();
      expect(callsTo(calls, "auth/phone/")[0]?.mobile).toBe("+447700900123");
    },
  );

  it("is not sent when it is invalid", async () => {
    const { calls } = await open();
    await country();
    await requestCode("07700");
    expect(await screen.findByRole("alert")).toHaveTextContent("Enter a valid phone number");
    expect(callsTo(calls, "auth/captcha/")).toEqual([]);
  });

  it("is required", async () => {
    const { calls } = await open();
    await country();
    await press("Get code");
    expect(await screen.findByText("Enter your phone number.")).toBeInTheDocument();
    expect(number()).toHaveFocus();
    expect(callsTo(calls, "auth/captcha/")).toEqual([]);
  });

  it("can be retried when the countries did not load", async () => {
    let available = false;
    await open({
      "countries/": () =>
        available
          ? answer({ results: [{ label: "France", code: "FR", phone: "33" }] })
          : refusal("forbidden", 403),
    });
    expect(await screen.findByText(/Couldn’t load countries/)).toBeInTheDocument();
    available = true;
    await press("Try again");
    expect(await country()).toHaveValue("France");
  });

  for (const [name, refused, text] of [
    [
      "no account has it",
      () => refusal("user_does_not_exists"),
      "No account uses this phone number.",
    ],
    ["it was requested too often", () => refusal("too_many_requests", 429), "Too many attempts"],
    ["this way is switched off", () => refusal("mobile_login_disabled", 403), "is turned off"],
    ["the proof of work is refused", () => refusal("captcha_failed"), "not a robot"],
  ] as const) {
    it(`sends no code when ${name}, and shows why`, async () => {
      await open({ "auth/phone/": refused });
      await requestCode();
      expect(await screen.findByRole("alert")).toHaveTextContent(text);
      expect(screen.queryByLabelText("Code")).not.toBeInTheDocument();
      expect(number()).toHaveValue("7700 900-123");
    });
  }

  it("sends no code when the browser cannot solve the challenge", async () => {
    const { calls } = await open({
      "auth/captcha/": () =>
        answer({ ...CHALLENGE, parameters: { ...CHALLENGE.parameters, algorithm: "ODD" } }),
    });
    await requestCode();
    expect(await screen.findByRole("alert")).toHaveTextContent("not a robot");
    expect(callsTo(calls, "auth/phone/")).toEqual([]);
  });
});

describe("the code", () => {
  it("logs the user in", async () => {
    const { calls, onSignedIn } = await open();
    await requestCode();
    await userEvent.type(await code(), "123456");
    await press("Verify");
    await waitFor(() => expect(onSignedIn).toHaveBeenCalled());
    expect(callsTo(calls, "auth/phone/verify/")).toEqual([
      { verification_id: "v1", code: "123456" },
    ]);
  });

  it("can be pasted from a message, and typed in Arabic digits", async () => {
    await open();
    await requestCode();
    await userEvent.click(await code());
    await userEvent.paste("123 456");
    expect(await code()).toHaveValue("123456");
    await userEvent.clear(await code());
    await userEvent.type(await code(), "٦٥٤٣٢١");
    expect(await code()).toHaveValue("654321");
  });

  it("is suggested by the phone and filled in from it", async () => {
    await open();
    await requestCode();
    expect(await code()).toHaveAttribute("autocomplete", "one-time-code");
    expect(await code()).toHaveAttribute("inputmode", "numeric");
    expect(await code()).toHaveFocus();
  });

  it("requires exactly six digits before a request", async () => {
    const { calls } = await open();
    await requestCode();
    await userEvent.type(await code(), "12345");
    await press("Verify");
    expect(await screen.findByRole("alert")).toHaveTextContent("Enter the 6-digit code");
    expect(callsTo(calls, "auth/phone/verify/")).toEqual([]);
  });

  for (const [refused, text] of [
    ["otp_validate_error", "Enter the 6-digit code"],
    ["code_expired", "has expired"],
  ] as const) {
    it(`must be typed again after ${refused}`, async () => {
      await open({ "auth/phone/verify/": () => refusal(refused) });
      await requestCode();
      await userEvent.type(await code(), "123456");
      await press("Verify");
      expect(await screen.findByRole("alert")).toHaveTextContent(text);
      expect(await code()).toHaveValue("");
      expect(await code()).toHaveFocus();
    });
  }

  it("signs out a user who waits for approval; closing the alert returns to the number", async () => {
    const { onSignedIn } = await open({
      "auth/phone/verify/": () => refusal("require_approval", 403),
    });
    await requestCode();
    await userEvent.type(await code(), "123456");
    await press("Verify");
    expect(await screen.findByRole("alert")).toHaveTextContent("isn’t approved yet");
    await press("Close this message and start over");
    expect(number()).toBeInTheDocument();
    expect(onSignedIn).not.toHaveBeenCalled();
  });

  it("shows the base settings' alert and signs out", async () => {
    const { calls } = await open({
      "auth/phone/verify/": () => refusal("base_settings_error_2", 403),
    });
    await requestCode();
    await userEvent.type(await code(), "123456");
    await press("Verify");
    const dialog = within(await screen.findByRole("dialog", { name: "Alert" }));
    expect(dialog.getByText("Base Settings Error 2")).toBeInTheDocument();
    expect(callsTo(calls, "auth/sign-out/")).toHaveLength(1);
  });

  it("can be requested again after the timeout, and the new one is valid", async () => {
    let sends = 0;
    const { calls } = await open({
      "auth/phone/": () => {
        sends += 1;
        return sent(`v${sends}`, sends === 1 ? 4 : 60);
      },
    });
    await requestCode();
    await userEvent.click(await screen.findByRole("button", { name: /^Resend code in 0:0/ }));
    expect(callsTo(calls, "auth/phone/")).toHaveLength(1);
    await userEvent.click(await screen.findByRole("button", { name: "Resend code" }));
    await screen.findByRole("button", { name: /^Resend code in (1:00|0:5)/ });
    await userEvent.type(await code(), "123456");
    await press("Verify");
    await waitFor(() =>
      expect(callsTo(calls, "auth/phone/verify/")).toEqual([
        { verification_id: "v2", code: "123456" },
      ]),
    );
  });

  it("is discarded by Cancel, which clears the form and signs out", async () => {
    const { calls } = await open();
    await requestCode();
    await code();
    await press("Cancel");
    expect(number()).toHaveValue("");
    expect(callsTo(calls, "auth/phone/cancel/")).toEqual([{ verification_id: "v1" }]);
    await waitFor(() => expect(callsTo(calls, "auth/sign-out/")).toHaveLength(1));
  });
});
