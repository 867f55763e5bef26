import { render, screen } from "@testing-library/react";
import { beforeAll, describe, expect, it } from "vitest";
import { loadRest, startI18n } from "@/i18n/setup";
import { StatusBadge } from "./status-badge";

beforeAll(async () => {
  await startI18n();
  await loadRest();
});

const [ben, bob, bea] = [{ name: "Ben" }, { name: "Bob" }, { name: "Bea" }];

describe("the status of a booking without a driver", () => {
  it("shows the driver with an open offer", () => {
    render(<StatusBadge status="NEW" offeredTo={[ben]} />);
    expect(screen.getByText("Offered to Ben")).toBeInTheDocument();
  });

  it("shows two drivers and the number of others", () => {
    render(<StatusBadge status="NEW" offeredTo={[ben, bob, bea]} />);
    expect(screen.getByText("Offered to Ben Bob +1")).toBeInTheDocument();
  });

  it("shows a search for a driver if there are no offers", () => {
    render(<StatusBadge status="NEW" offeredTo={[]} />);
    expect(screen.getByText("Looking for a driver")).toBeInTheDocument();
  });
});
