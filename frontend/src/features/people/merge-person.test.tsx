import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import type { PersonRow } from "@/api/types";
import { loadRest, startI18n } from "@/i18n/setup";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { MergePerson } from "./merge-person";

const NORA = { id: 7, first_name: "Nora", last_name: "", name: "Nora" } as unknown as PersonRow;
const rider = (id: number, name: string) => ({ id, name, mobile: "+447700900111", email: null });

let preview: () => Response;
let merged: unknown[];

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
beforeEach(() => {
  merged = [];
  preview = () =>
    Response.json({
      caller: { id: 7, name: "Nora", mobile: "+447700900777" },
      account: { id: 8, name: "Ada", mobile: "+447700900111" },
      bookings: 3,
      addresses: 1,
      notes: 0,
      cases: 0,
      balance: "12.5000",
      owed: "0.0000",
      takes_number: false,
    });
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    if (init.method === "POST") {
      merged.push(JSON.parse(String(init.body)));
      return Response.json({ id: 8 });
    }
    if (url.includes("/people/7/merge/")) return preview();
    if (url.includes("/riders/")) {
      return Response.json({ results: [rider(7, "Nora"), rider(8, "Ada")], next: null });
    }
    return Response.json({ time_zone: "UTC", symbol: "$", decimal: 2 });
  });
});
afterEach(() => vi.unstubAllGlobals());

function show() {
  const onMerged = vi.fn();
  render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter>
          <MergePerson person={NORA} onClose={() => undefined} onMerged={onMerged} />
        </MemoryRouter>
      </QueryClientProvider>
    </ThemeProvider>,
  );
  return onMerged;
}

const chooseAda = async () => {
  await userEvent.click(await screen.findByRole("combobox", { name: "Account" }));
  await userEvent.click(await screen.findByRole("option", { name: /^Ada/, hidden: true }));
};

it("shows what moves before it merges, and offers every rider but the caller", async () => {
  const onMerged = show();
  await userEvent.click(await screen.findByRole("button", { name: "Merge" }));
  expect(merged).toEqual([]);
  await userEvent.click(screen.getByRole("combobox", { name: "Account" }));
  expect(await screen.findByRole("option", { name: /^Ada/, hidden: true })).toBeInTheDocument();
  expect(screen.queryByRole("option", { name: /^Nora/, hidden: true })).toBeNull();
  await userEvent.click(screen.getByRole("option", { name: /^Ada/, hidden: true }));
  expect(await screen.findByText("$12.50")).toBeVisible();
  expect(screen.getByText("Bookings").parentElement).toHaveTextContent("3");
  expect(screen.queryByText("Owed fees")).toBeNull();
  expect(screen.getByText(/Calls from .*447700900777.* find .*Ada/)).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Merge" }));
  await waitFor(() => expect(onMerged).toHaveBeenCalledWith(8));
  expect(merged).toEqual([{ into: 8 }]);
});

it("says why a merge is not possible, and does not merge", async () => {
  preview = () => Response.json({ code: "trip_open", detail: "" }, { status: 409 });
  show();
  await chooseAda();
  expect(await screen.findByText(/open or unpaid trip/)).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Merge" }));
  expect(merged).toEqual([]);
});
