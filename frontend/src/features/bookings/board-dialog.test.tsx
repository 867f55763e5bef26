import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { bookingKey } from "@/api/bookings";
import { createQueryClient } from "@/api/query-client";
import type { Booking } from "@/api/types";
import { loadRest, startI18n } from "@/i18n/setup";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { BoardDialog } from "./board-dialog";

const record = (actions: string[]) =>
  ({
    id: 81,
    status: "ACCEPTED",
    amount_due: "24.5000",
    car_type: { id: 1, name: "Economy" },
    driver: { id: 4, name: "Ben Carisbrooke" },
    pickup: { add: "Newport" },
    actions,
  }) as unknown as Booking;

/** Shows the dialog for "unassign" with a cached record; the server has another. */
function show(cached: string[], server: string[]) {
  const refused = vi.fn();
  vi.stubGlobal("fetch", async (url: string) =>
    Response.json(
      url.endsWith("bookings/81/") ? record(server) : { symbol: "£", decimal: 2, results: [] },
    ),
  );
  const client = createQueryClient();
  client.setQueryData(bookingKey(81), record(cached));
  render(
    <ThemeProvider>
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <BoardDialog id={81} action="unassign" onClose={vi.fn()} onRefused={refused} />
        </MemoryRouter>
      </QueryClientProvider>
    </ThemeProvider>,
  );
  return refused;
}

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
afterEach(() => vi.unstubAllGlobals());

describe("a dialog of the board", () => {
  it("opens if the booking permits it now, although the cached record does not", async () => {
    const refused = show(["assign"], ["unassign"]);
    expect(await screen.findByRole("dialog")).toBeVisible();
    expect(refused).not.toHaveBeenCalled();
  });

  it("refuses what the server does not permit either", async () => {
    const refused = show(["assign"], ["assign"]);
    await waitFor(() => expect(refused).toHaveBeenCalledOnce());
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});
