import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Link, Outlet, Route, Routes, useSearchParams } from "react-router";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { loadRest, startI18n } from "@/i18n/setup";
import { GuardedRouter } from "@/ui/guarded-router";
import { PageHeader } from "@/ui/page-header";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { useScrollMemory } from "./use-scroll-memory";

/** The height of the page, which grows when its data arrives. */
let tallest: number;
let grow: () => void;

function Frame() {
  useScrollMemory();
  return <Outlet />;
}

function List() {
  const [, setParams] = useSearchParams();
  return (
    <>
      <Link to="/people/7">Ada</Link>
      <button type="button" onClick={() => setParams({ q: "ada" }, { replace: true })}>
        search
      </button>
    </>
  );
}

function show() {
  window.history.replaceState(null, "", "/riders");
  render(
    <ThemeProvider>
      <GuardedRouter>
        <Routes>
          <Route element={<Frame />}>
            <Route path="/riders" element={<List />} />
            <Route path="/people/:id" element={<PageHeader title="Ada" back="/riders" />} />
          </Route>
        </Routes>
      </GuardedRouter>
    </ThemeProvider>,
  );
}

function scrollTo(top: number): void {
  Object.defineProperty(window, "scrollY", {
    value: Math.min(top, tallest),
    configurable: true,
    writable: true,
  });
  window.dispatchEvent(new Event("scroll"));
}

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
beforeEach(() => {
  tallest = 2000;
  window.scrollTo = ((options: ScrollToOptions) => scrollTo(options.top ?? 0)) as never;
  vi.stubGlobal(
    "ResizeObserver",
    class {
      constructor(notify: () => void) {
        grow = notify;
      }
      observe() {}
      unobserve() {}
      disconnect() {
        grow = () => undefined;
      }
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

async function openAda() {
  await userEvent.click(screen.getByRole("link", { name: "Ada" }));
  await screen.findByRole("heading", { name: "Ada" });
  expect(window.scrollY).toBe(0);
}

it("restores the position with the browser's Back", async () => {
  show();
  scrollTo(900);
  await openAda();
  window.history.back();
  await screen.findByRole("link", { name: "Ada" });
  expect(window.scrollY).toBe(900);
});

it("restores the position and the filters with the page's back link", async () => {
  show();
  scrollTo(900);
  await userEvent.click(screen.getByRole("button", { name: "search" }));
  await openAda();
  await userEvent.click(screen.getByRole("link", { name: "Back" }));
  await screen.findByRole("link", { name: "Ada" });
  expect(window.scrollY).toBe(900);
  expect(window.location.search).toBe("?q=ada");
});

it("follows the page while it loads, and no longer once the user acts", async () => {
  show();
  scrollTo(900);
  await openAda();
  tallest = 300;
  window.history.back();
  await waitFor(() => expect(window.scrollY).toBe(300));
  tallest = 600;
  act(() => grow());
  expect(window.scrollY).toBe(600);
  window.dispatchEvent(new Event("wheel"));
  tallest = 2000;
  act(() => grow());
  expect(window.scrollY).toBe(600);
});

it("opens the list at the top by a link", async () => {
  show();
  scrollTo(900);
  await openAda();
  act(() => window.history.replaceState({ ...window.history.state, from: "/drivers" }, ""));
  await userEvent.click(screen.getByRole("link", { name: "Back" }));
  await screen.findByRole("link", { name: "Ada" });
  expect(window.scrollY).toBe(0);
});
