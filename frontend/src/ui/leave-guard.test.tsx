import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { BrowserRouter, Link, Route, Routes } from "react-router";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { loadRest, startI18n } from "@/i18n/setup";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { LeaveGuard } from "./leave-guard";
import { listenBeforeRouter } from "./leaving";

function Form() {
  return (
    <>
      <input aria-label="Word" />
      <LeaveGuard when />
    </>
  );
}

beforeAll(async () => {
  await startI18n();
  await loadRest();
  listenBeforeRouter();
});
beforeEach(() => window.history.replaceState(null, "", "/"));

async function changedForm() {
  render(
    <ThemeProvider>
      <BrowserRouter>
        <Routes>
          <Route path="/" element={<Link to="/form">to the form</Link>} />
          <Route path="/form" element={<Form />} />
        </Routes>
      </BrowserRouter>
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
