import { QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import type { DashboardDriver } from "@/api/types";
import { loadRest, startI18n } from "@/i18n/setup";
import { FleetCars } from "@/realtime/fleet";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { DriverList } from "./driver-list";

const driver = (id: number, name: string, plate: string, busy: boolean): DashboardDriver => ({
  id,
  name,
  vehicle_number: plate,
  car_type: { id: 1, name: "Economy", icon: "economy", image: null },
  lat: 50.7,
  lng: -1.29,
  heading: 90,
  at: new Date().toISOString(),
  online: true,
  busy,
  booking_id: null,
});

function show(drivers: DashboardDriver[]) {
  const fleet = new FleetCars();
  fleet.seed(drivers);
  const onSelect = vi.fn();
  render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <DriverList fleet={fleet} selectedId={null} onSelect={onSelect} />
      </QueryClientProvider>
    </ThemeProvider>,
  );
  return onSelect;
}

const BOTH = [
  driver(31, "Ben Carisbrooke", "HW19 BEN", false),
  driver(32, "Bob Mensah", "HW20 BOB", true),
];

beforeAll(async () => {
  await startI18n();
  await loadRest();
});

describe("the list of drivers", () => {
  it("shows as text who is free and who is on a trip", () => {
    show(BOTH);
    expect(screen.getByRole("button", { name: /Ben Carisbrooke.*Free/ })).toBeInTheDocument();
    expect(screen.getByRole("button", { name: /Bob Mensah.*On a trip/ })).toBeInTheDocument();
  });

  it("shows no empty list before the drivers load, and then shows them at once", () => {
    const fleet = new FleetCars();
    const list = render(
      <ThemeProvider>
        <QueryClientProvider client={createQueryClient()}>
          <DriverList fleet={fleet} selectedId={null} onSelect={() => undefined} />
        </QueryClientProvider>
      </ThemeProvider>,
    );
    expect(list.queryByText("No drivers online")).not.toBeInTheDocument();
    act(() => fleet.seed(BOTH));
    expect(list.getAllByRole("listitem")).toHaveLength(2);
    act(() => fleet.move([]));
    expect(list.queryByText("No drivers online")).not.toBeInTheDocument();
  });

  it("does not wait for drivers that could not be fetched", () => {
    const list = (failed: boolean) => (
      <ThemeProvider>
        <QueryClientProvider client={createQueryClient()}>
          <DriverList
            fleet={new FleetCars()}
            selectedId={null}
            onSelect={() => undefined}
            failed={failed}
          />
        </QueryClientProvider>
      </ThemeProvider>
    );
    const { container, rerender } = render(list(false));
    expect(container.querySelector(".mantine-Skeleton-root")).toBeInTheDocument();
    rerender(list(true));
    expect(container.querySelector(".mantine-Skeleton-root")).not.toBeInTheDocument();
  });

  it("searches plates and names without regard to case", () => {
    show(BOTH);
    fireEvent.change(screen.getByRole("searchbox"), { target: { value: "hw20" } });
    expect(screen.getByText("Bob Mensah")).toBeInTheDocument();
    expect(screen.queryByText("Ben Carisbrooke")).not.toBeInTheDocument();
  });

  it("selects the car on the map", () => {
    const onSelect = show(BOTH);
    fireEvent.click(screen.getByRole("button", { name: /Bob Mensah/ }));
    expect(onSelect).toHaveBeenCalledWith(32);
  });

  it("distinguishes an empty list from an empty search", () => {
    show(BOTH);
    expect(screen.queryByText("No drivers online")).not.toBeInTheDocument();
    fireEvent.change(screen.getByRole("searchbox"), { target: { value: "zzz" } });
    expect(screen.queryAllByRole("listitem")).toHaveLength(0);
    expect(screen.getByText("No matching drivers")).toBeInTheDocument();
  });
});
