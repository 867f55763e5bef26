import { readFileSync } from "node:fs";
import { render, screen } from "@testing-library/react";
import { beforeAll, expect, it } from "vitest";
import { loadRest, startI18n } from "@/i18n/setup";
import { ConnectionBanner } from "./connection-badge";

beforeAll(async () => {
  await startI18n();
  await loadRest();
});

it("the banner is outside the page and above all maps, sheets and dialogs", () => {
  const { container } = render(<ConnectionBanner state="lost" />);
  const banner = screen.getByRole("status");
  expect(banner).toHaveTextContent("You’re offline.");
  expect(banner.parentElement).toBe(document.body);
  expect(container).toBeEmptyDOMElement();
  const css = readFileSync("src/ui/connection.module.css", "utf8");
  const layer = Number(/\.slot \{[^}]*z-index: (\d+)/.exec(css)?.[1]);
  // Sheets are at 1000, Mantine's dialogs at 200, toasts at 4000.
  expect(layer).toBeGreaterThan(1000);
});
