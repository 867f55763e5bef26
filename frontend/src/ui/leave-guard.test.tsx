import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Link, Route, Routes } from "react-router";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { loadRest, startI18n } from "@/i18n/setup";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { GuardedRouter } from "./guarded-router";
import { LeaveGuard } from "./leave-guard";

function Form() {
  return (
    <>
      <input aria-label="Word" />
      <LeaveGuard when />
      <Link to="/next">to the next page</Link>
    </>
  );
}

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
beforeEach(() => window.history.replaceState(null, "", "/"));

async function changedForm() {
  render(
    <ThemeProvider>
      <GuardedRouter>
        <Routes>
          <Route path="/" element={<Link to="/form">to the form</Link>} />
          <Route path="/form" element={<Form />} />
          <Route path="/next" element={<p>the next page</p>} />
        </Routes>
      </GuardedRouter>
    </ThemeProvider>,
  );
  await userEvent.click(screen.getByRole("link", { name: "to the form" }));
  await userEvent.type(await screen.findByLabelText("Word"), "typed");
}

it("keeps its input when the browser's back button is cancelled", async () => {
  await changedForm();
  window.history.back();
  await userEvent.click(await screen.findByRole("button", { name: "Stay" }));
  await waitFor(() => expect(window.location.pathname).toBe("/form"));
  expect(screen.getByLabelText("Word")).toHaveValue("typed");
  // The guard confirms again the next time.
  window.history.back();
  await userEvent.click(await screen.findByRole("button", { name: "Stay" }));
  await waitFor(() => expect(window.location.pathname).toBe("/form"));
});

it("goes back when confirmed", async () => {
  await changedForm();
  window.history.back();
  await userEvent.click(await screen.findByRole("button", { name: "Leave" }));
  expect(await screen.findByRole("link", { name: "to the form" })).toBeVisible();
  await waitFor(() => expect(window.location.pathname).toBe("/"));
});

it("stays when a link is cancelled, and follows it when confirmed", async () => {
  await changedForm();
  const link = screen.getByRole("link", { name: "to the next page" });
  await userEvent.click(link);
  await userEvent.click(await screen.findByRole("button", { name: "Stay" }));
  expect(window.location.pathname).toBe("/form");
  expect(screen.getByLabelText("Word")).toHaveValue("typed");
  await userEvent.click(link);
  await userEvent.click(await screen.findByRole("button", { name: "Leave" }));
  expect(await screen.findByText("the next page")).toBeVisible();
  expect(window.location.pathname).toBe("/next");
});

it("confirms before the window closes until the page is left", async () => {
  await changedForm();
  const close = () => {
    const closing = new Event("beforeunload", { cancelable: true });
    window.dispatchEvent(closing);
    return closing.defaultPrevented;
  };
  expect(close()).toBe(true);
  await userEvent.click(screen.getByRole("link", { name: "to the next page" }));
  await userEvent.click(await screen.findByRole("button", { name: "Leave" }));
  await screen.findByText("the next page");
  expect(close()).toBe(false);
});
