// @vitest-environment node
import { describe, expect, it } from "vitest";
import { themeVariables } from "./theme-variables";

describe("the theme's variables", () => {
  it("are the palette in both schemes", () => {
    const css = themeVariables();
    expect(css).toContain("--mantine-font-family: var(--hx-sans)");
    expect(css).toMatch(
      /:root\[data-mantine-color-scheme="light"\][^{]*\{[^}]*--mantine-color-body: var\(--hx-ground\)/,
    );
    expect(css).toMatch(
      /:root\[data-mantine-color-scheme="dark"\][^{]*\{[^}]*--mantine-color-default:/,
    );
  });

  it("omit the variables of Mantine's style sheet", () => {
    expect(themeVariables()).not.toContain("--mantine-scale");
    expect(themeVariables()).not.toContain("--mantine-color-grape-6");
  });
});
