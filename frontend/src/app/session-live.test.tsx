import { QueryClientProvider, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { act, render, screen, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { MemoryRouter, useLocation } from "react-router";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { publicSettingsQuery } from "@/api/catalogue";
import { sessionsQuery } from "@/api/devices";
import { inboxQuery } from "@/api/inbox";
import { createQueryClient } from "@/api/query-client";
import { currentViewer, restoreSession } from "@/api/session";
import { saveSession, sessionEnded } from "@/api/token";
import type { Me, PublicSettings, Session } from "@/api/types";
import { changeLanguage, loadRest, startI18n } from "@/i18n/setup";
import { FakeSocket } from "@/testing/fake-socket";
import { LiveUpdates } from "./live";
import { requestedPage } from "./use-push-sync";

const ADA = { id: 7, user_type: "rider", first_name: "Ada", language: "" } as Me;
const tokenOf = (fam: string) => `e30.${btoa(JSON.stringify({ fam }))}.x`;
let client = createQueryClient();
let requests: string[] = [];
const requestCount = (path: string) => requests.filter((url) => url.endsWith(path)).length;

function signIn(changes: Partial<Me> = {}): void {
  const user = { ...ADA, ...changes };
  act(() => saveSession({ access: tokenOf("here"), expires_in: 600, user } as Session));
}

/** A page with the list of devices, the inbox and the location. */
function Watcher() {
  useQuery(sessionsQuery());
  useInfiniteQuery(inboxQuery());
  return <output aria-label="address">{useLocation().pathname}</output>;
}

async function open(page?: ReactNode): Promise<FakeSocket> {
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <LiveUpdates />
        <Watcher />
        {page}
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await waitFor(() => expect(FakeSocket.last?.isSubscribed("me")).toBe(true));
  return FakeSocket.last as FakeSocket;
}

beforeAll(async () => {
  await startI18n();
  await loadRest();
  await restoreSession();
});
beforeEach(() => {
  localStorage.clear();
  requests = [];
  client = createQueryClient();
  FakeSocket.last = null;
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("fetch", async (url: string) => {
    requests.push(url);
    if (url.endsWith("realtime/ticket/")) return Response.json({ ticket: "t", expires_in: 30 });
    if (url.endsWith("me/")) return Response.json(currentViewer().me ?? ADA);
    if (url.endsWith("settings/public/")) return Response.json({ app_name: "After" });
    return Response.json({ next: null, results: [] });
  });
});
afterEach(async () => {
  act(() => sessionEnded("left"));
  vi.unstubAllGlobals();
  await changeLanguage("en");
});

describe("a logout event of the socket", () => {
  it("of another device keeps this page logged in and refetches the list of devices", async () => {
    signIn();
    const socket = await open();
    const before = requestCount("me/sessions/");
    act(() => socket.emit("signed_out", { family: "elsewhere" }));
    await waitFor(() => expect(requestCount("me/sessions/")).toBeGreaterThan(before));
    expect(currentViewer().state).toBe("signed-in");
  });

  it("of this device ends this page's session", async () => {
    signIn();
    const socket = await open();
    act(() => socket.emit("signed_out", { family: "here" }));
    await waitFor(() => expect(currentViewer().state).toBe("visitor"));
  });

  it("of all devices ends this page's session too", async () => {
    signIn();
    const socket = await open();
    act(() => socket.emit("signed_out", {}));
    await waitFor(() => expect(currentViewer().state).toBe("visitor"));
  });
});

describe("a new message", () => {
  it("refetches the inbox", async () => {
    signIn();
    const socket = await open();
    const before = requestCount("me/inbox/");
    const data = { id: 9, title: "Hello", msg: "x", screen: "wallet", data: {} };
    act(() => socket.emit("inbox.new", data));
    await waitFor(() => expect(requestCount("me/inbox/")).toBeGreaterThan(before));
  });
});

describe("the settings and the languages", () => {
  it("are refetched when the page may have missed a change", async () => {
    client.setQueryData(publicSettingsQuery().queryKey, { app_name: "Before" } as PublicSettings);
    function Name() {
      return <output aria-label="name">{useQuery(publicSettingsQuery()).data?.app_name}</output>;
    }
    signIn();
    await open(<Name />);
    await waitFor(() => expect(screen.getByLabelText("name")).toHaveTextContent("After"));
    await waitFor(() => expect(requestCount("languages/")).toBeGreaterThan(0));
  });
});

describe("the user's language", () => {
  it("is used on a device without a chosen language", async () => {
    signIn({ language: "ar" });
    await open();
    await waitFor(() => expect(document.documentElement.lang).toBe("ar"));
  });

  it("is overridden by the one chosen on this device", async () => {
    await changeLanguage("en");
    signIn({ language: "ar" });
    await open();
    expect(document.documentElement.lang).toBe("en");
  });

  it("changes nothing if it is not supported", async () => {
    signIn({ language: "tlh" });
    await open();
    expect(document.documentElement.lang).toBe("en");
  });
});

describe("a pressed notification", () => {
  it("opens the requested page and confirms it", async () => {
    const worker = new EventTarget();
    Object.defineProperty(navigator, "serviceWorker", { configurable: true, value: worker });
    signIn();
    await open();
    const { port1, port2 } = new MessageChannel();
    const answered = new Promise((done) => {
      port1.onmessage = ({ data }) => done(data);
    });
    const message = new MessageEvent("message", {
      data: { type: "turn-to", page: "/bookings/81" },
      ports: [port2],
    });
    act(() => void worker.dispatchEvent(message));
    await waitFor(() => expect(screen.getByLabelText("address")).toHaveTextContent("/bookings/81"));
    expect(await answered).toBe(true);
    port1.close();
    Reflect.deleteProperty(navigator, "serviceWorker");
  });

  it("only opens pages of this app", () => {
    expect(requestedPage({ type: "turn-to", page: "/profile" })).toBe("/profile");
    expect(requestedPage({ type: "turn-to", page: "//evil.example" })).toBeNull();
    expect(requestedPage({ type: "turn-to", page: "https://evil.example" })).toBeNull();
    expect(requestedPage({ type: "other", page: "/" })).toBeNull();
    expect(requestedPage(null)).toBeNull();
  });
});

it("a network loss reported by the browser is shown at once, even while the socket seems open", async () => {
  signIn();
  const { LiveBanner } = await import("./live");
  await open(<LiveBanner />);
  await waitFor(() => {
    // The banner is lazy, and receives the event once it has loaded.
    act(() => void window.dispatchEvent(new Event("offline")));
    expect(screen.getByText(/^You’re offline/)).toBeInTheDocument();
  });
  act(() => void window.dispatchEvent(new Event("online")));
  await waitFor(() => expect(screen.queryByText(/^You’re offline/)).not.toBeInTheDocument());
});
