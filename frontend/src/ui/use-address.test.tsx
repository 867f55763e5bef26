import { render, screen } from "@testing-library/react";
import { act } from "react";
import { MemoryRouter, useLocation } from "react-router";
import { expect, it } from "vitest";
import { useAddress } from "./use-address";

let address: ReturnType<typeof useAddress>;

function Page() {
  address = useAddress();
  return <output>{useLocation().search}</output>;
}

const show = (search: string) =>
  render(
    <MemoryRouter initialEntries={[`/${search}`]}>
      <Page />
    </MemoryRouter>,
  );

it("counts what was changed a moment before and is not drawn yet", () => {
  show("?q=ann");
  const { change } = address;
  act(() => {
    change({ sort: "name" });
    change({ on: "true", q: "" });
  });
  expect(screen.getByRole("status")).toHaveTextContent("?sort=name&on=true");
});

it("begins with what stands there after a view was shown", () => {
  show("?q=ann");
  act(() => address.replace(new URLSearchParams("sort=name")));
  act(() => address.change({ on: "true" }));
  expect(screen.getByRole("status")).toHaveTextContent("?sort=name&on=true");
});
