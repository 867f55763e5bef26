import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { MemoryRouter, useLocation } from "react-router";
import { beforeAll, expect, it, vi } from "vitest";
import { rememberMe, restoreSession } from "@/api/session";
import type { Me, UserType } from "@/api/types";
import { BookingLink, PersonLink } from "./record-link";

const Place = () => <output>{useLocation().pathname}</output>;

function show(link: ReactNode, as: UserType = "admin") {
  const onRow = vi.fn();
  rememberMe({ id: 1, user_type: as, first_name: "Dora", last_name: "" } as Me);
  render(
    <MemoryRouter initialEntries={["/bookings"]}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: a row that is opened by a click. */}
      <div onClick={onRow}>{link}</div>
      <Place />
    </MemoryRouter>,
  );
  return onRow;
}

beforeAll(() => restoreSession());

it.each<[UserType, UserType, boolean]>([
  ["admin", "rider", true],
  ["admin", "driver", true],
  ["fleetadmin", "driver", true],
  ["fleetadmin", "rider", false],
  ["driver", "rider", false],
  ["rider", "driver", false],
])("for a %s, the name of a %s leads to their page: %s", (viewer, kind, leads) => {
  show(
    <PersonLink id={31} kind={kind}>
      HW12 CAB
    </PersonLink>,
    viewer,
  );
  expect(screen.getByText("HW12 CAB")).toBeInTheDocument();
  expect(screen.queryAllByRole("link").map((link) => link.getAttribute("href"))).toEqual(
    leads ? ["/people/31"] : [],
  );
});

it("opens the booking of a reference, and not the row around it", async () => {
  const onRow = show(<BookingLink id={81}>K7WQ4P</BookingLink>);
  await userEvent.click(screen.getByRole("link", { name: "K7WQ4P" }));
  expect(screen.getByRole("status")).toHaveTextContent("/bookings/81");
  expect(onRow).not.toHaveBeenCalled();
});

it("is plain text if the record is unknown", () => {
  show(
    <PersonLink id={null} kind="driver">
      Ben
    </PersonLink>,
  );
  expect(screen.queryByRole("link")).not.toBeInTheDocument();
});
