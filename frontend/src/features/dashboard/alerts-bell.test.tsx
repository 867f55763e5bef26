import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, renderHook, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, Route, Routes, useLocation } from "react-router";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { alertsKey } from "@/api/dashboard";
import { createQueryClient } from "@/api/query-client";
import type { AlertCases } from "@/api/types";
import { loadRest, startI18n } from "@/i18n/setup";
import { useTabTitle } from "@/ui/tab-count";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { AlertsBell } from "./alerts-bell";

const waiting = (...ids: number[]): AlertCases => ({
  kind: "waiting",
  urgent: true,
  count: ids.length,
  ids,
  results: ids.map((id) => ({
    name: "Ada Example",
    reference: `REF${id}`,
    at: "2026-03-01T10:00:00Z",
    booking_id: id,
    person_id: null,
    note: "Economy",
    actions: ["assign", "search"],
  })),
});
const approval: AlertCases = { ...waiting(7), kind: "approval", urgent: false };

let played = 0;
let allowed = true;

class FakeAudio {
  currentTime = 0;
  destination = {};
  get state() {
    return allowed ? "running" : "suspended";
  }
  resume = async () => undefined;
  createOscillator() {
    played += 1;
    return {
      frequency: { value: 0 },
      connect: (next: unknown) => next,
      start: () => undefined,
      stop: () => undefined,
    };
  }
  createGain() {
    const gain = {
      setValueAtTime: () => undefined,
      exponentialRampToValueAtTime: () => undefined,
    };
    return { gain, connect: (next: unknown) => next };
  }
}

function Opened() {
  const { pathname, state } = useLocation();
  return <p>{`${pathname} ${JSON.stringify(state)}`}</p>;
}

/** Shows the bell with this response; `now` replaces it. */
async function show(first: AlertCases[]) {
  let results = first;
  vi.stubGlobal("fetch", async () => Response.json({ results }));
  const client = createQueryClient();
  render(
    <QueryClientProvider client={client}>
      <ThemeProvider>
        <MemoryRouter initialEntries={["/settings"]}>
          <AlertsBell />
          <Routes>
            <Route path="*" element={<Opened />} />
          </Routes>
        </MemoryRouter>
      </ThemeProvider>
    </QueryClientProvider>,
  );
  await waitFor(() => expect(client.getQueryData(alertsKey)).toBeDefined());
  return async (next: AlertCases[]) => {
    results = next;
    await act(() => client.invalidateQueries({ queryKey: alertsKey }));
  };
}

beforeAll(async () => {
  await startI18n();
  await loadRest();
  vi.stubGlobal("AudioContext", FakeAudio);
});
beforeEach(() => {
  played = 0;
  allowed = true;
  localStorage.clear();
  vi.stubGlobal("AudioContext", FakeAudio);
});
afterEach(() => vi.unstubAllGlobals());

describe("the alerts in the header", () => {
  it("shows the number of urgent alerts in the badge and in the tab's title", async () => {
    const title = renderHook(() => useTabTitle("Hansom")).result;
    const now = await show([waiting(1, 2), approval]);
    expect(await screen.findByRole("button", { name: "Urgent alerts: 2" })).toBeVisible();
    expect(title.current).toBe("(2) Hansom");
    await now([approval]);
    expect(await screen.findByRole("button", { name: "Alerts" })).toBeVisible();
    expect(title.current).toBe("Hansom");
  });

  it("sounds only for a new alert, not for those present on load", async () => {
    const now = await show([waiting(1)]);
    expect(played).toBe(0);
    await now([waiting(1), approval]);
    expect(played).toBe(0);
    await now([waiting(2)]);
    await waitFor(() => expect(played).toBeGreaterThan(0));
    const once = played;
    await now([waiting(2)]);
    expect(played).toBe(once);
  });

  it("plays a sound that the browser blocked on the first key or click", async () => {
    const now = await show([]);
    allowed = false;
    await now([waiting(1)]);
    await screen.findByRole("button", { name: "Urgent alerts: 1" });
    expect(played).toBe(0);
    allowed = true;
    await userEvent.keyboard("x");
    await waitFor(() => expect(played).toBeGreaterThan(0));
  });

  it("is silent when its sound is off, also after a reload", async () => {
    const now = await show([]);
    await userEvent.click(screen.getByRole("button", { name: "Alerts" }));
    await userEvent.click(await screen.findByRole("switch", { name: "Sound for new alerts" }));
    expect(localStorage.getItem("hansom.alert-sound")).toBe("off");
    await now([waiting(1)]);
    expect(await screen.findByText("REF1")).toBeVisible();
    expect(played).toBe(0);
  });

  it("links to the booking with the dialog that finds its driver", async () => {
    await show([waiting(81)]);
    await userEvent.click(await screen.findByRole("button", { name: "Urgent alerts: 1" }));
    const row = await screen.findByRole("link", { name: /Ada Example REF81/ });
    expect(row).toHaveAttribute("href", "/bookings/81");
    await userEvent.click(screen.getByRole("link", { name: "Assign a driver: REF81" }));
    expect(await screen.findByText('/bookings/81 {"open":"assign"}')).toBeInTheDocument();
  });
});
