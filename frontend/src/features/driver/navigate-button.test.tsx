import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { loadRest, startI18n } from "@/i18n/setup";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { NavigateButton } from "./navigate-button";

const PIER = { lat: 50.7392, lng: -1.16 };

function show() {
  return render(
    <ThemeProvider>
      <NavigateButton to={PIER} />
    </ThemeProvider>,
  );
}

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
beforeEach(() => localStorage.clear());
afterEach(() => localStorage.clear());

it("lets the driver choose a map app once, and then opens the route in it", async () => {
  const { unmount } = show();
  await userEvent.click(screen.getByRole("button", { name: "Navigate" }));
  const waze = await screen.findByRole("menuitem", { name: "Waze", hidden: true });
  expect(waze).toHaveAttribute("href", "https://waze.com/ul?ll=50.7392,-1.16&navigate=yes");
  await userEvent.click(waze);
  unmount();

  show();
  expect(screen.getByRole("link", { name: "Navigate" })).toHaveAttribute(
    "href",
    "https://waze.com/ul?ll=50.7392,-1.16&navigate=yes",
  );
  expect(screen.queryByRole("button")).not.toBeInTheDocument();
});
