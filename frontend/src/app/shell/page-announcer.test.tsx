import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ReactNode, useEffect, useState } from "react";
import { Link, MemoryRouter, Route, Routes } from "react-router";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import { startI18n } from "@/i18n/setup";
import { PageAnnouncer } from "./page-announcer";

/** A page whose heading appears after its data has loaded. */
function LatePage({ title }: { title: string }) {
  const [ready, setReady] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), 20);
    return () => clearTimeout(timer);
  }, []);
  return ready ? <h1>{title}</h1> : <p>Loading</p>;
}

function FormPage() {
  return (
    <>
      <h1>Form</h1>
      {/* biome-ignore lint/a11y/noAutofocus: some pages do the same. */}
      <input aria-label="Name" autoFocus />
    </>
  );
}

function show(first: ReactNode = <h1>Wallet</h1>, at = "/wallet") {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[at]}>
        <PageAnnouncer />
        <Link to="/trips">to trips</Link>
        <Link to="/form">to the form</Link>
        <main id="content" tabIndex={-1}>
          <Routes>
            <Route path="/" element={<h1>Get a ride in minutes.</h1>} />
            <Route path="/wallet" element={first} />
            <Route path="/trips" element={<LatePage title="Trips" />} />
            <Route path="/form" element={<FormPage />} />
          </Routes>
        </main>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}
const announcement = () => document.querySelector("[data-page-announcer]");

beforeAll(startI18n);
beforeEach(() => {
  vi.stubGlobal("fetch", async () => Response.json({ app_name: "Island Cabs" }));
});
afterEach(() => vi.unstubAllGlobals());

it("names the page and the app in the tab", async () => {
  show();
  await waitFor(() => expect(document.title).toBe("Wallet · Island Cabs"));
});

it("shows only the app's name on the home page, whose heading is a slogan", async () => {
  show(undefined, "/");
  await waitFor(() => expect(document.title).toBe("Island Cabs"));
  await screen.findByRole("heading", { name: "Get a ride in minutes." });
  expect(document.title).toBe("Island Cabs");
});

it("keeps the focus and announces nothing when the app opens", async () => {
  show();
  await waitFor(() => expect(document.title).toContain("Wallet"));
  expect(document.body).toHaveFocus();
  expect(announcement()).toBeEmptyDOMElement();
});

it("moves the focus to the heading of the next page and announces it", async () => {
  show();
  await userEvent.click(screen.getByRole("link", { name: "to trips" }));
  await waitFor(() => expect(screen.getByRole("heading", { name: "Trips" })).toHaveFocus());
  // The announcement renders after the focus has moved.
  await waitFor(() => expect(announcement()).toHaveTextContent("Trips"));
  expect(document.title).toBe("Trips · Island Cabs");
});

it("announces a page with the same heading as the previous one", async () => {
  show(<h1>Trips</h1>);
  await waitFor(() => expect(document.title).toContain("Trips"));
  await userEvent.click(screen.getByRole("link", { name: "to trips" }));
  await waitFor(() => expect(announcement()).toHaveTextContent("Trips"));
});

it("keeps the focus in a field that the next page has focused", async () => {
  show();
  await userEvent.click(screen.getByRole("link", { name: "to the form" }));
  await waitFor(() => expect(announcement()).toHaveTextContent("Form"));
  expect(screen.getByRole("textbox", { name: "Name" })).toHaveFocus();
});
