import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { currentViewer, restoreSession } from "@/api/session";
import type { Me } from "@/api/types";
import { loadRest, startI18n } from "@/i18n/setup";
import { CHALLENGE, QuickWorker } from "@/testing/fake-captcha";
import { ADA, callsTo, json, mockApi, refusal, show } from "@/testing/mock-profile-api";
import { ContactCard } from "./contact-card";

const CARD = { ...ADA, login_type: "phone" } as Me;
const sent = { verification_id: "v1", expires_in: 600, resend_in: 60 };
const showCard = (me: Me) => show(me, (now) => <ContactCard me={now} />);
const button = (name: string | RegExp) => screen.getByRole("button", { name });

beforeEach(() => vi.stubGlobal("Worker", QuickWorker));
beforeAll(async () => {
  await startI18n();
  await loadRest();
  await restoreSession();
});
afterEach(() => vi.unstubAllGlobals());

describe("email and mobile", () => {
  it("cannot be changed by users who log in by email, and show it", () => {
    mockApi();
    showCard(ADA);
    expect(screen.getByText("ada@hansom.example")).toBeInTheDocument();
    expect(screen.queryByRole("button")).not.toBeInTheDocument();
    expect(screen.getByText(/You log in with your email/)).toBeInTheDocument();
  });

  it("show whether they are verified", () => {
    mockApi();
    showCard({ ...ADA, email_verified: false });
    expect(screen.getByText("Not verified yet")).toBeInTheDocument();
    expect(screen.getByText("Verified")).toBeInTheDocument();
  });

  it("resend the email once, and then not for a minute", async () => {
    const calls = mockApi({ "POST auth/email/resend/": () => json({ detail: "x" }, 202) });
    showCard({ ...ADA, email_verified: false });
    await userEvent.click(button("Resend link"));
    await waitFor(() => expect(button(/Resend link in/)).toHaveAttribute("aria-disabled"));
    await userEvent.click(button(/Resend link in/));
    expect(callsTo(calls, "POST auth/email/resend/").map(({ body }) => body)).toEqual([
      { email: "ada@hansom.example" },
    ]);
  });
});

describe("a new email address", () => {
  const field = () => screen.findByLabelText("New email");

  it("is pending until its link is opened", async () => {
    const pending_email = "countess@hansom.example";
    const calls = mockApi({
      "POST me/email/": () => json({ detail: "x" }, 202),
      "GET me/": () => json({ ...CARD, pending_email }),
    });
    showCard(CARD);
    await userEvent.click(button("Change email"));
    await userEvent.type(await field(), pending_email);
    await userEvent.click(button("Send link"));
    expect(await screen.findByText(/Your email changes when you open it/)).toHaveTextContent(
      pending_email,
    );
    expect(callsTo(calls, "POST me/email/")[0]?.body).toEqual({ email: pending_email });
    expect(screen.getByText("ada@hansom.example")).toBeInTheDocument();
  });

  it("is rejected without a request when invalid: proper_email", async () => {
    const calls = mockApi();
    showCard(CARD);
    await userEvent.click(button("Change email"));
    await userEvent.type(await field(), "countess@hansom");
    await userEvent.click(button("Send link"));
    expect(await screen.findByRole("alert")).toHaveTextContent("Enter a valid email");
    expect(callsTo(calls, "POST me/email/")).toEqual([]);
  });

  it("is rejected by the server when another user has it: user_exists", async () => {
    mockApi({ "POST me/email/": () => refusal("user_exists", 409) });
    showCard(CARD);
    await userEvent.click(button("Change email"));
    await userEvent.type(await field(), "ben@hansom.example");
    await userEvent.click(button("Send link"));
    expect(await screen.findByRole("alert")).toHaveTextContent("An account with this email");
    expect(currentViewer().me?.pending_email).toBeNull();
    expect(await field()).toHaveValue("ben@hansom.example");
  });
});

describe("a new mobile number", () => {
  async function requestCode(number = "612345678") {
    await userEvent.click(button("Change phone number"));
    await screen.findByDisplayValue("France");
    await userEvent.type(await screen.findByLabelText("Phone number"), number);
    await userEvent.click(button("Send code"));
  }

  it("is saved once the code is confirmed", async () => {
    const mobile = "+33612345678";
    const calls = mockApi({
      "POST me/mobile/": () => json(sent, 202),
      "POST me/mobile/confirm/": () => json({ ...CARD, mobile }),
    });
    showCard(CARD);
    await requestCode();
    await userEvent.type(await screen.findByLabelText("Code"), "123456");
    expect(currentViewer().me?.mobile).toBe(CARD.mobile);
    await userEvent.click(button("Verify number"));
    await waitFor(() => expect(currentViewer().me?.mobile).toBe(mobile));
    const requestBody = callsTo(calls, "POST me/mobile/")[0]?.body;
    expect(requestBody?.mobile).toBe(mobile);
    expect(JSON.parse(atob(String(requestBody?.captcha)))).toMatchObject({ challenge: CHALLENGE });
    expect(callsTo(calls, "POST me/mobile/confirm/")[0]?.body).toEqual({
      verification_id: "v1",
      code: "123456",
    });
  });

  it("is parsed for the chosen country", async () => {
    const calls = mockApi({ "POST me/mobile/": () => json(sent, 202) });
    showCard(CARD);
    await requestCode("06 12 34 56 78");
    await screen.findByLabelText("Code");
    expect(callsTo(calls, "POST me/mobile/")[0]?.body?.mobile).toBe("+33612345678");
  });

  it("sends no request when the code does not have six digits: otp_validate_error", async () => {
    const calls = mockApi({ "POST me/mobile/": () => json(sent, 202) });
    showCard(CARD);
    await requestCode();
    await userEvent.type(await screen.findByLabelText("Code"), "12345");
    await userEvent.click(button("Verify number"));
    expect(await screen.findByRole("alert")).toHaveTextContent("6-digit code");
    expect(callsTo(calls, "POST me/mobile/confirm/")).toEqual([]);
  });

  it("keeps the old one when the code is wrong", async () => {
    mockApi({
      "POST me/mobile/": () => json(sent, 202),
      "POST me/mobile/confirm/": () => refusal("otp_validate_error"),
    });
    showCard(CARD);
    await requestCode();
    await userEvent.type(await screen.findByLabelText("Code"), "654321");
    await userEvent.click(button("Verify number"));
    expect(await screen.findByRole("alert")).toBeInTheDocument();
    expect(currentViewer().me?.mobile).toBe(CARD.mobile);
  });

  it("is not sent when it is too short", async () => {
    const calls = mockApi();
    showCard(CARD);
    await requestCode("1");
    expect(await screen.findByRole("alert")).toHaveTextContent("Enter a valid phone number");
    expect(callsTo(calls, "POST me/mobile/")).toEqual([]);
  });

  it("is rejected before a code is sent when another user has it", async () => {
    mockApi({ "POST me/mobile/": () => refusal("user_exists", 409) });
    showCard(CARD);
    await requestCode();
    expect(await screen.findByRole("alert")).toHaveTextContent("An account with this email");
    expect(screen.queryByLabelText("Code")).not.toBeInTheDocument();
  });
});
