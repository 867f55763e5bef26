import { render, screen } from "@testing-library/react";
import i18n from "i18next";
import { afterAll, beforeAll, expect, it } from "vitest";
import { loadRest, startI18n } from "@/i18n/setup";
import { SidePanel } from "./side-panel";
import { ThemeProvider } from "./theme/theme-provider";

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
afterAll(() => i18n.changeLanguage("en"));

it.each(["en", "ar"])("opens a panel at the inline end in %s", async (language) => {
  await i18n.changeLanguage(language);
  render(
    <ThemeProvider>
      <SidePanel title="Panel" onClose={() => undefined}>
        Words
      </SidePanel>
    </ThemeProvider>,
  );
  const root = (await screen.findByRole("dialog")).closest<HTMLElement>(".mantine-Drawer-root");
  // The inline end, which is the left in right-to-left languages.
  expect(root?.style.getPropertyValue("--drawer-justify")).toBe("flex-end");
});
