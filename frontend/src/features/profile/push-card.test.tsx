import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { restoreSession } from "@/api/session";
import { loadRest, startI18n } from "@/i18n/setup";
import { type FakePushBrowser, pushBrowser, removePushBrowser } from "@/testing/fake-push";
import {
  ADA,
  BEN,
  callsTo,
  json,
  mockApi,
  nothing,
  refusal,
  show,
} from "@/testing/mock-profile-api";
import { PushCard } from "./push-card";

let browser: FakePushBrowser;

const button = (name: string) => screen.getByRole("button", { name });
const turnOn = () => screen.findByRole("button", { name: "Turn on" });
const here = { id: 41, kind: "webpush", platform: "WEB", created_at: "2026-10-01T10:00:00Z" };

beforeAll(async () => {
  await startI18n();
  await loadRest();
  await restoreSession();
});
beforeEach(() => {
  localStorage.clear();
  browser = pushBrowser();
});
afterEach(() => {
  removePushBrowser();
  vi.unstubAllGlobals();
});

/** Fakes the device endpoints: POST registers this device. */
function serveDevices(answers: Parameters<typeof mockApi>[0] = {}) {
  let devices: unknown[] = [];
  return mockApi({
    "GET me/devices/": () => json({ results: devices }),
    "POST me/devices/": () => {
      devices = [{ ...here, current: true }];
      return json({ ...here, current: true }, 201);
    },
    "DELETE me/devices/41/": () => {
      devices = [];
      return nothing();
    },
    ...answers,
  });
}

async function allow() {
  await userEvent.click(await turnOn());
  await userEvent.click(await screen.findByRole("button", { name: "Continue" }));
}

describe("notifications on this device", () => {
  it("are explained before the browser's prompt", async () => {
    const calls = serveDevices();
    show(ADA, (me) => <PushCard me={me} />);
    await userEvent.click(await turnOn());
    expect(await screen.findByText(/when a driver accepts/)).toBeInTheDocument();
    expect(browser.prompts).toBe(0);
    await userEvent.click(button("Continue"));
    expect(await screen.findByRole("button", { name: "Turn off" })).toBeInTheDocument();
    expect(browser.prompts).toBe(1);
    expect(callsTo(calls, "POST me/devices/")[0]?.body).toMatchObject({
      kind: "webpush",
      subscription: { endpoint: "https://push.example/1" },
    });
  });

  it("are explained to drivers in their own text", async () => {
    mockApi();
    show(BEN, (me) => <PushCard me={me} />);
    await userEvent.click(await turnOn());
    expect(await screen.findByText(/trip requests/)).toBeInTheDocument();
  });

  it("stay off when the user postpones the decision", async () => {
    const calls = serveDevices();
    show(ADA, (me) => <PushCard me={me} />);
    await userEvent.click(await turnOn());
    await userEvent.click(await screen.findByRole("button", { name: "Not now" }));
    expect(browser.prompts).toBe(0);
    browser.answer = "default";
    await allow();
    expect(await screen.findByText(/You didn’t choose/)).toBeInTheDocument();
    expect(callsTo(calls, "POST me/devices/")).toEqual([]);
  });

  it("are blocked by a denied permission", async () => {
    const calls = serveDevices();
    browser.answer = "denied";
    show(ADA, (me) => <PushCard me={me} />);
    await allow();
    expect(await screen.findByText("Blocked in the browser")).toBeInTheDocument();
    expect(callsTo(calls, "POST me/devices/")).toEqual([]);
  });

  it("show how to unblock them in the browser, without a button", async () => {
    browser.permission = "denied";
    serveDevices();
    show(ADA, (me) => <PushCard me={me} />);
    expect(await screen.findByText("Blocked in the browser")).toBeInTheDocument();
    expect(screen.queryByRole("button")).not.toBeInTheDocument();
  });

  it("require another browser without a push service, and an installed app on an iPhone", async () => {
    serveDevices();
    Reflect.deleteProperty(window, "PushManager");
    show(ADA, (me) => <PushCard me={me} />);
    expect(await screen.findByText("Not in this browser")).toBeInTheDocument();
    vi.spyOn(navigator, "userAgent", "get").mockReturnValue("iPhone");
    show(ADA, (me) => <PushCard me={me} />);
    expect(await screen.findByText(/Add to Home Screen/)).toBeInTheDocument();
  });

  it("are not offered when the installation has no push service", async () => {
    mockApi({ "GET push/config/": () => json({ vapid_public_key: null, fcm: false }) });
    show(ADA, (me) => <PushCard me={me} />);
    expect(await screen.findByText(/aren’t set up/)).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Turn on" })).not.toBeInTheDocument();
  });

  it("show the error and stay off", async () => {
    serveDevices({ "POST me/devices/": () => refusal("push_not_configured", 409) });
    show(ADA, (me) => <PushCard me={me} />);
    await allow();
    expect(await screen.findByRole("alert")).toHaveTextContent("aren’t set up");
    expect(button("Turn on")).toBeInTheDocument();
  });

  it("are turned off without a confirmation", async () => {
    const calls = serveDevices();
    show(ADA, (me) => <PushCard me={me} />);
    await allow();
    await userEvent.click(await screen.findByRole("button", { name: "Turn off" }));
    expect(await turnOn()).toBeInTheDocument();
    expect(callsTo(calls, "DELETE me/devices/41/")).toHaveLength(1);
    expect(browser.held).toBeNull();
  });

  it("are off when this device was removed from another one", async () => {
    serveDevices();
    show(ADA, (me) => <PushCard me={me} />);
    await allow();
    await screen.findByRole("button", { name: "Turn off" });
    cleanup();
    serveDevices();
    show(ADA, (me) => <PushCard me={me} />);
    expect(await turnOn()).toBeInTheDocument();
  });
});

describe("other devices", () => {
  it("are listed without this one, and can be removed", async () => {
    let devices = [
      { ...here, current: true },
      { ...here, id: 42, platform: "ANDROID", current: false },
    ];
    const calls = mockApi({
      "GET me/devices/": () => json({ results: devices }),
      "DELETE me/devices/42/": () => {
        devices = devices.slice(0, 1);
        return nothing();
      },
    });
    show(ADA, (me) => <PushCard me={me} />);
    expect(await screen.findAllByRole("listitem")).toHaveLength(1);
    await userEvent.click(button("Remove Android"));
    await waitFor(() => expect(screen.queryByRole("listitem")).not.toBeInTheDocument());
    expect(callsTo(calls, "DELETE me/devices/42/")).toHaveLength(1);
  });
});
