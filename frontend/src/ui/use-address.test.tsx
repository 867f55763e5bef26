import { act, render, screen } from "@testing-library/react";
import { lazy, Suspense } from "react";
import {
  MemoryRouter,
  type NavigateFunction,
  Route,
  Routes,
  useLocation,
  useNavigate,
} from "react-router";
import { expect, it } from "vitest";
import { useAddress } from "./use-address";

let address: ReturnType<typeof useAddress>;
let navigate: NavigateFunction;

function Page() {
  address = useAddress();
  navigate = useNavigate();
  return <output>{useLocation().search}</output>;
}

const show = (search: string) =>
  render(
    <MemoryRouter initialEntries={[`/${search}`]}>
      <Page />
    </MemoryRouter>,
  );

it("includes a change that is not rendered yet", () => {
  show("?q=ann");
  const { change } = address;
  act(() => {
    change({ sort: "name" });
    change({ on: "true", q: "" });
  });
  expect(screen.getByRole("status")).toHaveTextContent("?sort=name&on=true");
});

it("returns the current query before it is rendered", () => {
  show("?q=ann");
  const { change, current } = address;
  act(() => {
    change({ on: "true" });
    expect(current().toString()).toBe("q=ann&on=true");
    expect(screen.getByRole("status")).toHaveTextContent(/^\?q=ann$/);
  });
});

it("starts from the current URL after a view was shown", () => {
  show("?q=ann");
  act(() => address.replace(new URLSearchParams("sort=name")));
  act(() => address.change({ on: "true" }));
  expect(screen.getByRole("status")).toHaveTextContent("?sort=name&on=true");
});

it("does not navigate back after the user left, even while the next page loads", async () => {
  let arrive: () => void = () => undefined;
  const Next = lazy(
    () =>
      new Promise<{ default: () => string }>((resolve) => {
        arrive = () => resolve({ default: () => "The next page" });
      }),
  );
  render(
    <MemoryRouter initialEntries={["/list"]}>
      <Suspense fallback="Loading">
        <Routes>
          <Route path="/list" element={<Page />} />
          <Route path="/next" element={<Next />} />
        </Routes>
      </Suspense>
    </MemoryRouter>,
  );
  await act(async () => navigate("/next"));
  // The list is still rendered.
  expect(screen.getByRole("status")).toBeInTheDocument();
  await act(async () => address.change({ q: "ann" }));
  await act(async () => arrive());
  expect(await screen.findByText("The next page")).toBeInTheDocument();
});

it("includes other changes made in the same tick", () => {
  show("?q=ann");
  const { change } = address;
  act(() => {
    navigate("?q=ann&ref=7");
    change({ sort: "name" });
  });
  expect(screen.getByRole("status")).toHaveTextContent("?q=ann&ref=7&sort=name");
});
