import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { currentViewer, restoreSession } from "@/api/session";
import { sessionEnded } from "@/api/token";
import { loadRest, startI18n } from "@/i18n/setup";
import { answer, type Call, callsTo, mockApi, refusal, SESSION, show } from "@/testing/mock-auth";
import { RegisterPage } from "./register-page";

type Answers = Parameters<typeof mockApi>[0];
type Settings = Parameters<typeof mockApi>[1];

const CREATED = { signed_in: true, code: "account_create_successfully", session: SESSION };

const RIDER = { role: "rider", referralId: "" } as const;

interface Open {
  role?: "rider" | "driver";
  referralId?: string;
  answers?: Answers;
  settings?: Settings;
}

async function open({ role = "rider", referralId = "", answers = {}, settings = {} }: Open = {}) {
  const signUp = () => answer(CREATED, 201);
  const calls = mockApi({ "auth/sign-up/": signUp, ...answers }, settings);
  const onDone = vi.fn();
  show(<RegisterPage role={role} referralId={referralId} onDone={onDone} />, "/register");
  await screen.findByRole("button", { name: "Create account" });
  const register = settings.register ?? {};
  if (register.country_selection !== false && !answers["countries/"]) {
    await screen.findByRole("combobox", { name: "Country" });
  }
  return { calls, onDone };
}

const field = (label: string) => screen.getByRole("textbox", { name: label });
const password = () => screen.getByLabelText(/^Password/);
/** Pastes the text, which is faster than typing it. */
async function enter(element: HTMLElement, text: string) {
  await userEvent.click(element);
  await userEvent.paste(text);
}
const type = (label: string, text: string) => enter(field(label), text);
const snackbar = () => screen.findByTestId("snackbar");
const register = () => userEvent.click(screen.getByRole("button", { name: "Create account" }));
const sent = (calls: Call[]) => callsTo(calls, "auth/sign-up/");

async function fillIn() {
  await type("First name", "Ada");
  await type("Last name", "Byron");
  await type("Email", "ada@hansom.example");
  await enter(password(), "lamplight");
  await type("Phone number", "7700900123");
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

describe("what is rejected before a request, in the documents' order", () => {
  // Each step breaks one more field of a form in which every later field is already invalid.
  const steps = [
    ["proper_input_name", "Enter first and last name.", async () => type("First name", "  ")],
    [
      "proper_email",
      "Enter a valid email.",
      async () => {
        await type("First name", "Ada");
        await type("Last name", "Byron");
        await type("Email", "ada@hansom");
      },
    ],
    [
      "password_alphaNumeric_check",
      "Use 6 to 30 letters and digits",
      async () => {
        await type("First name", "Ada");
        await type("Last name", "Byron");
        await type("Email", "ada@hansom.example");
        await enter(password(), "lamp light!");
      },
    ],
    [
      "mobile_no_blank_error",
      "Enter a valid phone number",
      async () => {
        await type("First name", "Ada");
        await type("Last name", "Byron");
        await type("Email", "ada@hansom.example");
        await enter(password(), "lamplight");
        await type("Phone number", "7700-9");
      },
    ],
  ] as const;

  for (const [code, text, fill] of steps) {
    it(`shows ${code} in the snackbar and beside the field, and focuses the field`, async () => {
      const { calls } = await open();
      await fill();
      await register();
      expect(await snackbar()).toHaveTextContent(text);
      expect(screen.getAllByText(new RegExp(text)).length).toBeGreaterThan(1);
      expect(document.activeElement).toHaveAccessibleDescription(new RegExp(text));
      expect(sent(calls)).toEqual([]);
    });
  }

  it("shows which name is missing until it is typed", async () => {
    await open();
    await type("First name", "Ada");
    await register();
    await snackbar();
    expect(field("First name")).not.toHaveAttribute("aria-invalid");
    expect(field("Last name")).toHaveFocus();
    await userEvent.keyboard("B");
    expect(screen.queryByTestId("snackbar")).not.toBeInTheDocument();
    expect(field("Last name")).not.toHaveAttribute("aria-invalid");
  });

  it("requires a driver's vehicle and car type", async () => {
    const { calls } = await open({ role: "driver" });
    await fillIn();
    await register();
    expect(await snackbar()).toHaveTextContent("Complete your vehicle details first.");
    expect(field("Make")).toHaveFocus();
    expect(sent(calls)).toEqual([]);
  });
});

describe("what the server refuses", () => {
  const refused = [
    ["user_exists", 409, { mobile: "x" }, "An account with this email", "Phone number"],
    ["email_or_mobile_issue", 503, {}, "couldn’t check this email", null],
    ["referer_not_found", 400, {}, "This referral code doesn’t exist.", "Referral code"],
    ["reg_error", 503, {}, "We couldn’t create your account. Try again.", null],
    ["too_many_requests", 429, {}, "Too many attempts", null],
  ] as const;

  for (const [code, status, fields, text, where] of refused) {
    it(`shows ${code} in the snackbar and keeps the input`, async () => {
      const { calls, onDone } = await open({
        answers: { "auth/sign-up/": () => refusal(code, status, code, fields) },
      });
      await fillIn();
      await register();
      expect(await snackbar()).toHaveTextContent(text);
      expect(field("First name")).toBeEnabled();
      expect(field("First name")).toHaveValue("Ada");
      if (where) expect(field(where)).toHaveFocus();
      expect(sent(calls)).toHaveLength(1);
      expect(onDone).not.toHaveBeenCalled();
      expect(currentViewer().state).toBe("visitor");
    });
  }

  it("shows the server's password message for the modern policy", async () => {
    await open({
      settings: { register: { password_policy: "modern" } },
      answers: {
        "auth/sign-up/": () =>
          refusal("password_alphaNumeric_check", 400, "This password is too common."),
      },
    });
    expect(screen.getByText("8 characters or more")).toBeInTheDocument();
    await fillIn();
    await register();
    expect(await snackbar()).toHaveTextContent("This password is too common.");
    expect(password()).toHaveFocus();
  });

  it("reuses the key while the outcome is unknown, and uses a new one for a changed form", async () => {
    const failures = [() => Promise.reject(new TypeError("offline")), () => refusal("x", 502)];
    const { calls, onDone } = await open({
      answers: { "auth/sign-up/": () => failures.shift()?.() ?? answer(CREATED, 201) },
    });
    await fillIn();
    await register();
    expect(await snackbar()).toHaveTextContent("We can’t reach the server.");
    await register();
    await waitFor(() => expect(sent(calls)).toHaveLength(2));
    await screen.findByRole("button", { name: "Create account" });
    await type("Last name", "n");
    await register();
    await screen.findByText("Welcome");
    const keys = calls.filter(({ path }) => path === "auth/sign-up/").map(({ key }) => key);
    expect(keys[0]).toBeTruthy();
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
    expect(onDone).not.toHaveBeenCalled();
  });
});

describe("registering", () => {
  it("shows the check, logs in, confirms it, and continues after three seconds", async () => {
    let give = (_: Response) => {};
    const { calls, onDone } = await open({
      answers: { "auth/sign-up/": () => new Promise((done) => (give = done)) },
    });
    await fillIn();
    await register();
    expect(await screen.findByText("Checking", { selector: "p" })).toBeInTheDocument();
    expect(field("First name")).toBeDisabled();
    expect(sent(calls)).toEqual([
      {
        first_name: "Ada",
        last_name: "Byron",
        email: "ada@hansom.example",
        password: "lamplight",
        mobile: "+447700900123",
        user_type: "rider",
      },
    ]);
    const given = Date.now();
    give(answer(CREATED, 201));
    expect(await screen.findByText("Welcome")).toBeInTheDocument();
    expect(await snackbar()).toHaveTextContent("Your account has been created.");
    expect(currentViewer()).toMatchObject({ state: "signed-in", role: "rider" });
    await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
    // The confirmation stays visible long enough to be read.
    expect(Date.now() - given).toBeGreaterThan(2500);
    expect(onDone).toHaveBeenCalledWith(
      expect.objectContaining({ signed_in: true }),
      "ada@hansom.example",
    );
  });

  for (const [code, title, text] of [
    ["email_verify_message", "Check your email", "Verify your email."],
    ["require_approval", "Application received", "isn’t approved yet"],
  ] as const) {
    it(`does not log in a user who must wait for ${code}, and shows why`, async () => {
      const pending = { signed_in: false, code, session: null };
      const { onDone } = await open({
        answers: { "auth/sign-up/": () => answer(pending, 201) },
      });
      await fillIn();
      await register();
      expect(await screen.findByRole("heading", { name: title })).toBeInTheDocument();
      expect(await snackbar()).toHaveTextContent(text);
      expect(currentViewer().state).toBe("visitor");
      await userEvent.click(screen.getByRole("button", { name: "Continue" }));
      expect(onDone).toHaveBeenCalledWith(pending, "ada@hansom.example");
    });
  }

  it.each([
    ["07700 900101", "+447700900101"],
    ["0044 7700 900101", "+447700900101"],
    ["+2250102030405", "+2250102030405"],
    // Five digits behind the dial code.
    ["+682 71234", "+68271234"],
  ])("reads the number %s, in whatever spelling it is typed", async (typed, expected) => {
    const { calls } = await open();
    await fillIn();
    await userEvent.clear(field("Phone number"));
    await type("Phone number", typed);
    await register();
    await screen.findByText("Welcome");
    expect(sent(calls)[0]).toMatchObject({ mobile: expected });
    expect(sent(calls)[0]).not.toHaveProperty("phone");
  });

  describe.each([true, false])("when the countries do not load and choosing one is %s", (pick) => {
    it.each(["+44 7700 900101", "07700 900101"])("accepts the number %s", async (typed) => {
      const { calls } = await open({
        answers: { "countries/": () => refusal("forbidden", 403) },
        settings: { register: { country_selection: pick } },
      });
      await fillIn();
      await userEvent.clear(field("Phone number"));
      await type("Phone number", typed);
      await register();
      await screen.findByText("Welcome");
      expect(sent(calls)[0]).toMatchObject({ mobile: "+447700900101" });
    });
  });

  it("parses a number when the operator has no country and none can be chosen", async () => {
    const { calls } = await open({
      settings: { register: { country_selection: false, default_country: "" } },
    });
    await fillIn();
    await userEvent.clear(field("Phone number"));
    await type("Phone number", "+44 7700 900101");
    await register();
    await screen.findByText("Welcome");
    expect(sent(calls)[0]).toMatchObject({ mobile: "+447700900101" });
  });

  it("shows beside the number that its country is not accepted", async () => {
    const text = "Enter a valid phone number";
    const { calls } = await open({
      answers: {
        "auth/sign-up/": () => refusal("mobile_no_blank_error", 400, text, { mobile: text }),
      },
      settings: { register: { country_selection: false } },
    });
    await screen.findByText("+44");
    await fillIn();
    await userEvent.clear(field("Phone number"));
    await type("Phone number", "+2250102030405");
    await register();
    expect(await snackbar()).toHaveTextContent(text);
    expect(field("Phone number")).toHaveFocus();
    expect(sent(calls)).toHaveLength(1);
  });

  it("has no country field when the operator has only one country, and sends none", async () => {
    const { calls } = await open({ settings: { register: { country_selection: false } } });
    expect(await screen.findByText("+44")).toBeInTheDocument();
    expect(screen.queryByRole("combobox")).not.toBeInTheDocument();
    await fillIn();
    await register();
    await screen.findByText("Welcome");
    expect(sent(calls)[0]).not.toHaveProperty("country");
  });

  it("requires the bank account only where riders have withdrawals", async () => {
    await open();
    expect(screen.queryByText("Payout details")).not.toBeInTheDocument();
  });

  it("sends the bank details when they are required", async () => {
    const { calls } = await open({ settings: { register: { bank_fields: true } } });
    await fillIn();
    await type("Bank", "Lamp & Sons");
    await type("Bank code", "10-20-30");
    await type("Account number", "12345678");
    await register();
    await screen.findByText("Welcome");
    expect(sent(calls)[0]).toMatchObject({
      bank_name: "Lamp & Sons",
      bank_code: "10-20-30",
      bank_account: "12345678",
    });
  });

  it("links to the login", async () => {
    await open();
    expect(screen.getByRole("link", { name: "Back" })).toHaveAttribute("href", "/login");
  });

  it("can be retried when the settings did not load", async () => {
    let available = false;
    mockApi({
      "settings/public/": () => (available ? answer({ register: {} }) : refusal("forbidden", 403)),
    });
    show(<RegisterPage {...RIDER} onDone={vi.fn()} />, "/register");
    available = await screen.findByRole("alert").then(() => true);
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("button", { name: "Create account" })).toBeInTheDocument();
  });
});

describe("the referral id", () => {
  const bonus = { register: { referral_bonus: "10.00" }, symbol: "£", decimal: 2 };
  const referral = () => field("Referral code");

  it("is marked as required, and accepted empty", async () => {
    const { calls } = await open();
    const label = screen.getByText("Referral code", { selector: "label" });
    expect(within(label).getByText("*")).toBeInTheDocument();
    await fillIn();
    await register();
    await screen.findByText("Welcome");
    expect(callsTo(calls, "auth/validate-referrer/")).toEqual([]);
    expect(sent(calls)[0]).not.toHaveProperty("referral_id");
  });

  it("is checked on blur, and its bonus is shown", async () => {
    const { calls } = await open({
      settings: bonus,
      answers: { "auth/validate-referrer/": () => answer({ uid: 3 }) },
    });
    await type("Referral code", "ada1234");
    expect(callsTo(calls, "auth/validate-referrer/")).toEqual([]);
    await userEvent.tab();
    expect(await screen.findByText(/You each get £10.00/)).toBeInTheDocument();
    expect(callsTo(calls, "auth/validate-referrer/")).toEqual([{ referral_id: "ada1234" }]);
  });

  it("shows an error when it is unknown, until it is changed", async () => {
    await open({ answers: { "auth/validate-referrer/": () => refusal("referer_not_found") } });
    await type("Referral code", "unknown");
    await userEvent.tab();
    expect(await screen.findByText("This referral code doesn’t exist.")).toBeInTheDocument();
    expect(referral()).toHaveAttribute("aria-invalid", "true");
    await type("Referral code", "1");
    expect(screen.queryByText("This referral code doesn’t exist.")).not.toBeInTheDocument();
  });

  it("shows nothing when the check failed, because the server decides at sign-up", async () => {
    await open({ answers: { "auth/validate-referrer/": () => refusal("too_many_requests", 429) } });
    await type("Referral code", "ada1234");
    await userEvent.tab();
    await new Promise((done) => setTimeout(done, 50));
    expect(referral()).not.toHaveAttribute("aria-invalid");
    expect(screen.queryByTestId("snackbar")).not.toBeInTheDocument();
  });

  it("comes from the URL, is checked on load, and is sent with the form", async () => {
    const { calls } = await open({
      referralId: "ben4321",
      answers: { "auth/validate-referrer/": () => answer({ uid: 4 }) },
    });
    expect(await screen.findByText("Referral code applied")).toBeInTheDocument();
    expect(referral()).toHaveValue("ben4321");
    await fillIn();
    await register();
    await screen.findByText("Welcome");
    expect(callsTo(calls, "auth/validate-referrer/")).toEqual([{ referral_id: "ben4321" }]);
    expect(sent(calls)[0]).toMatchObject({ referral_id: "ben4321" });
  });

  it("is kept when the user switches from rider to driver", async () => {
    await open({ referralId: "ben4321" });
    expect(screen.getByRole("link", { name: "Drive" })).toHaveAttribute(
      "href",
      "/register?as=driver&ref=ben4321",
    );
    expect(screen.getByRole("link", { name: "Ride" })).toHaveAttribute("aria-current", "page");
  });
});

describe("the password rules", () => {
  it("are checked off while the password is typed", async () => {
    await open();
    expect(screen.queryByText(": met")).not.toBeInTheDocument();
    await userEvent.type(password(), "lamp@1");
    expect(screen.getAllByText(": met")).toHaveLength(2);
    await userEvent.type(password(), "!");
    expect(screen.getAllByText(": met")).toHaveLength(1);
  });
});

describe("driver registration", () => {
  /** An upload as this page sees it. */
  class QuickUpload {
    static calls: QuickUpload[] = [];
    upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
    status = 0;
    responseText = "";
    opened: [string, string] | null = null;
    aborted = false;
    onload?: () => void;
    onabort?: () => void;
    constructor() {
      QuickUpload.calls.push(this);
    }
    open(method: string, url: string) {
      this.opened = [method, url];
    }
    setRequestHeader() {}
    send() {}
    abort() {
      this.aborted = true;
      this.onabort?.();
    }
    answer(status: number, body: unknown) {
      this.status = status;
      this.responseText = JSON.stringify(body);
      this.onload?.();
    }
  }

  async function drive(settings: Settings = {}) {
    QuickUpload.calls = [];
    vi.stubGlobal("XMLHttpRequest", QuickUpload);
    URL.createObjectURL = () => "blob:licence";
    URL.revokeObjectURL = () => undefined;
    const opened = await open({ role: "driver", settings });
    await screen.findByRole("radio", { name: "Economy" });
    return opened;
  }

  const licence = () => screen.getByLabelText(/^Photo of your driving licence/);
  const picture = (name = "licence.jpg", kind = "image/jpeg") =>
    new File(["picture"], name, { type: kind });
  const choose = (file: File) => fireEvent.change(licence(), { target: { files: [file] } });

  async function fillInVehicle() {
    await fillIn();
    await type("Make", "Hansom");
    await type("Model", "Cab");
    await type("Number plate", "HX19 ABC");
    await userEvent.click(screen.getByRole("radio", { name: "Economy" }));
  }

  it("sends the vehicle, the car type and the licence", async () => {
    const { calls } = await drive();
    await fillInVehicle();
    choose(picture());
    await waitFor(() => expect(QuickUpload.calls).toHaveLength(1));
    const [upload] = QuickUpload.calls;
    expect(upload?.opened).toEqual(["POST", "/api/v1/auth/license-image/"]);
    upload?.upload.onprogress?.({ loaded: 1, total: 2 });
    const bar = await screen.findByRole("progressbar", { name: "Uploading photo" });
    await waitFor(() => expect(bar).toHaveAttribute("aria-valuenow", "50"));
    expect(screen.getByRole("img", { name: "Your driving licence" })).toBeInTheDocument();
    upload?.answer(201, { token: "T1", expires_in: 3600 });
    expect(await screen.findByText(/Uploaded/)).toBeInTheDocument();
    await register();
    await screen.findByText("Welcome");
    expect(sent(calls)[0]).toMatchObject({
      user_type: "driver",
      driver: {
        vehicle_make: "Hansom",
        vehicle_model: "Cab",
        vehicle_number: "HX19 ABC",
        other_info: "",
        car_type: 1,
      },
      license_image: "T1",
    });
  });

  it("waits for the licence's upload before it sends the form", async () => {
    const { calls } = await drive();
    await fillInVehicle();
    choose(picture());
    await waitFor(() => expect(QuickUpload.calls).toHaveLength(1));
    await register();
    expect(await screen.findAllByText("Checking")).not.toEqual([]);
    expect(sent(calls)).toEqual([]);
    QuickUpload.calls[0]?.answer(201, { token: "T1", expires_in: 3600 });
    await screen.findByText("Welcome");
    expect(sent(calls)[0]).toMatchObject({ license_image: "T1" });
  });

  it("shows why the upload failed while the form waited for it, and sends nothing", async () => {
    const { calls } = await drive();
    await fillInVehicle();
    choose(picture());
    await waitFor(() => expect(QuickUpload.calls).toHaveLength(1));
    await register();
    QuickUpload.calls[0]?.answer(400, { code: "image_too_large", detail: "x" });
    await waitFor(() => expect(screen.getAllByText(/too large/)).not.toEqual([]));
    expect(sent(calls)).toEqual([]);
    await register();
    await screen.findByText("Welcome");
    expect(sent(calls)[0]).not.toHaveProperty("license_image");
  });

  it("keeps the second picture when it replaces one that is still uploading", async () => {
    const { calls } = await drive();
    await fillInVehicle();
    choose(picture());
    await waitFor(() => expect(QuickUpload.calls).toHaveLength(1));
    choose(picture("better.jpg"));
    await waitFor(() => expect(QuickUpload.calls).toHaveLength(2));
    expect(QuickUpload.calls[0]?.aborted).toBe(true);
    expect(await screen.findByRole("img", { name: "Your driving licence" })).toBeInTheDocument();
    QuickUpload.calls[1]?.answer(201, { token: "T2", expires_in: 3600 });
    await register();
    await screen.findByText("Welcome");
    expect(sent(calls)[0]).toMatchObject({ license_image: "T2" });
  });

  it("is accepted without a licence, which can be added later", async () => {
    const { calls } = await drive();
    await fillInVehicle();
    await register();
    await screen.findByText("Welcome");
    expect(sent(calls)[0]).not.toHaveProperty("license_image");
  });

  it("does not send a file that is not a picture", async () => {
    await drive();
    choose(picture("licence.pdf", "application/pdf"));
    expect(await screen.findByText("Choose a JPEG, PNG or WebP photo.")).toBeInTheDocument();
    expect(QuickUpload.calls).toEqual([]);
  });

  it("shows why the server rejected a picture, and accepts another one", async () => {
    await drive();
    choose(picture());
    await waitFor(() => expect(QuickUpload.calls).toHaveLength(1));
    QuickUpload.calls[0]?.answer(400, { code: "image_too_large", detail: "x" });
    expect(await screen.findByText(/too large/)).toBeInTheDocument();
    choose(picture("smaller.jpg"));
    await waitFor(() => expect(QuickUpload.calls).toHaveLength(2));
  });

  it("removes a picture and cancels its upload", async () => {
    const { calls } = await drive();
    await fillInVehicle();
    choose(picture());
    await waitFor(() => expect(QuickUpload.calls).toHaveLength(1));
    await userEvent.click(await screen.findByRole("button", { name: "Remove" }));
    expect(QuickUpload.calls[0]?.aborted).toBe(true);
    expect(screen.queryByRole("img", { name: "Your driving licence" })).not.toBeInTheDocument();
    await register();
    await screen.findByText("Welcome");
    expect(sent(calls)[0]).not.toHaveProperty("license_image");
  });

  it("requires a bank account by the drivers' own setting", async () => {
    await drive({ register: { bank_fields: false, driver_bank_fields: true } });
    expect(screen.getByText("Payout details")).toBeInTheDocument();
  });
});

describe("the terms", () => {
  const version = (id: number) => ({
    id,
    document: "terms",
    label: `v${id}`,
    published_at: "2026-11-27T12:00:00Z",
    language: "en",
    text: "Be kind to drivers.",
  });
  const box = () => screen.findByRole("checkbox", { name: "I agree: Terms of use" });

  it("are not mentioned without a published version", async () => {
    await open({ answers: { "terms/": () => answer({ results: [] }) } });
    expect(screen.queryByRole("checkbox")).not.toBeInTheDocument();
  });

  it("are linked beside a box, and sent once it is checked", async () => {
    const { calls } = await open({
      answers: { "terms/": () => answer({ results: [version(5)] }) },
    });
    const agree = await box();
    expect(agree).not.toBeChecked();
    expect(screen.getByRole("link", { name: "Terms of use" })).toHaveAttribute(
      "href",
      "/terms-of-use",
    );
    await fillIn();
    await userEvent.click(agree);
    await register();
    await waitFor(() => expect(sent(calls)).toHaveLength(1));
    expect(sent(calls)[0]).toMatchObject({ terms: [5] });
  });

  it("get the focus when they are refused, and the version published meanwhile is unchecked", async () => {
    let current = 5;
    await open({
      answers: {
        "terms/": () => answer({ results: [version(current)] }),
        "auth/sign-up/": () => {
          current = 6;
          return refusal("terms_due", 400, "x", { terms: "Agree to the current terms." });
        },
      },
    });
    await userEvent.click(await box());
    await fillIn();
    await register();
    expect(await screen.findByText("Agree to the current terms.")).toBeInTheDocument();
    expect(await box()).toHaveFocus();
    await waitFor(async () => expect(await box()).not.toBeChecked());
  });
});
