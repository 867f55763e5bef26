import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "@/api/error";
import { disablePush, enablePush, type PushAbility } from "@/api/push";
import { takeUpSession } from "@/api/session";
import { loadRest, startI18n } from "@/i18n/setup";
import { ADA, BEN, callsTo, json, nothing, serve, show } from "./fake-person";
import { PushCard } from "./push-card";

// jsdom has no push service; what lies behind has tests of its own.
const browser = { ability: "default" as PushAbility, device: null as number | null };
vi.mock("@/api/push", () => ({
  pushAbility: () => browser.ability,
  pushDeviceHere: () => browser.device,
  enablePush: vi.fn(),
  disablePush: vi.fn(),
}));

const button = (name: string) => screen.getByRole("button", { name });
const turnOn = () => screen.findByRole("button", { name: "Turn on" });
const here = { id: 41, kind: "webpush", platform: "WEB", created_at: "2026-10-01T10:00:00Z" };

beforeAll(async () => {
  await startI18n();
  await loadRest();
  await takeUpSession();
});
beforeEach(() => {
  Object.assign(browser, { ability: "default", device: null });
  vi.clearAllMocks();
  vi.mocked(enablePush).mockImplementation(async () => {
    Object.assign(browser, { ability: "granted", device: 41 });
    return "granted";
  });
  vi.mocked(disablePush).mockImplementation(async () => {
    browser.device = null;
  });
});
afterEach(() => vi.unstubAllGlobals());

describe("notifications on this device", () => {
  it("are explained before the browser asks", async () => {
    serve({ "GET me/devices/": () => json({ results: [{ ...here, current: true }] }) });
    show(ADA, (me) => <PushCard me={me} />);
    await userEvent.click(await turnOn());
    expect(await screen.findByText(/when a driver has accepted/)).toBeInTheDocument();
    expect(enablePush).not.toHaveBeenCalled();
    await userEvent.click(button("Go on"));
    expect(enablePush).toHaveBeenCalledWith(7);
    expect(await screen.findByRole("button", { name: "Turn off" })).toBeInTheDocument();
  });

  it("are explained to a driver in a driver's terms", async () => {
    serve();
    show(BEN, (me) => <PushCard me={me} />);
    await userEvent.click(await turnOn());
    expect(await screen.findByText(/ride requests/)).toBeInTheDocument();
  });

  it("stay off for who is not ready to decide", async () => {
    serve();
    show(ADA, (me) => <PushCard me={me} />);
    await userEvent.click(await turnOn());
    await userEvent.click(await screen.findByRole("button", { name: "Not now" }));
    expect(enablePush).not.toHaveBeenCalled();
    vi.mocked(enablePush).mockResolvedValue("default");
    await userEvent.click(await turnOn());
    await userEvent.click(await screen.findByRole("button", { name: "Go on" }));
    expect(await screen.findByText(/You have not decided yet/)).toBeInTheDocument();
  });

  it("that were blocked say how to take that back, and offer nothing to press", async () => {
    browser.ability = "denied";
    serve();
    show(ADA, (me) => <PushCard me={me} />);
    expect(await screen.findByText("Blocked in the browser")).toBeInTheDocument();
    expect(screen.queryByRole("button")).not.toBeInTheDocument();
  });

  it("need an installed app on an iPhone, and another browser elsewhere", async () => {
    browser.ability = "install";
    serve();
    show(ADA, (me) => <PushCard me={me} />);
    expect(await screen.findByText(/Add to Home Screen/)).toBeInTheDocument();
    browser.ability = "unsupported";
    show(ADA, (me) => <PushCard me={me} />);
    expect(await screen.findByText("Not in this browser")).toBeInTheDocument();
  });

  it("are not offered by an installation that has none", async () => {
    serve({ "GET push/config/": () => json({ vapid_public_key: null, fcm: false }) });
    show(ADA, (me) => <PushCard me={me} />);
    expect(await screen.findByText(/does not push notices/)).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Turn on" })).not.toBeInTheDocument();
  });

  it("say what went wrong and stay off", async () => {
    vi.mocked(enablePush).mockRejectedValue(new ApiError(400, "push_not_configured", "x"));
    serve();
    show(ADA, (me) => <PushCard me={me} />);
    await userEvent.click(await turnOn());
    await userEvent.click(await screen.findByRole("button", { name: "Go on" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("does not push");
    expect(button("Turn on")).toBeInTheDocument();
  });

  it("are turned off without a question", async () => {
    Object.assign(browser, { ability: "granted", device: 41 });
    serve({ "GET me/devices/": () => json({ results: [{ ...here, current: true }] }) });
    show(ADA, (me) => <PushCard me={me} />);
    await userEvent.click(await screen.findByRole("button", { name: "Turn off" }));
    expect(disablePush).toHaveBeenCalledWith(7);
    expect(await turnOn()).toBeInTheDocument();
  });

  it("are off when this device was removed from another one", async () => {
    Object.assign(browser, { ability: "granted", device: 41 });
    serve();
    show(ADA, (me) => <PushCard me={me} />);
    expect(await turnOn()).toBeInTheDocument();
  });
});

describe("other devices", () => {
  it("are listed without this one, and removed", async () => {
    let devices = [
      { ...here, current: true },
      { ...here, id: 42, platform: "ANDROID", current: false },
    ];
    const calls = serve({
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
