import {
  type ConvertCSSVariablesInput,
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from "@mantine/core";
import { cssVariables, theme } from "./theme";

const PARTS = ["variables", "light", "dark"] as const;

/** Returns the theme's variables that differ from Mantine's style sheet. */
export function themeVariables(): string {
  const merged = mergeMantineTheme(DEFAULT_THEME, theme);
  const [standard, themed, ours] = [
    defaultCssVariablesResolver(DEFAULT_THEME),
    defaultCssVariablesResolver(merged),
    cssVariables(merged),
  ];
  const changed: ConvertCSSVariablesInput = { variables: {}, light: {}, dark: {} };
  for (const part of PARTS) {
    const known = new Map(Object.entries(standard[part]));
    const all = Object.entries({ ...themed[part], ...ours[part] });
    changed[part] = Object.fromEntries(all.filter(([name, value]) => known.get(name) !== value));
  }
  return convertCssVariables(changed);
}

let sheet: CSSStyleSheet | undefined;

/**
 * Applies the theme's CSS variables to the document. Mantine would inject a style element, which the Content-
 * Security-Policy rejects.
 */
export function adoptThemeVariables(): void {
  // jsdom has no adopted style sheets and draws nothing.
  if (sheet || !("adoptedStyleSheets" in document)) return;
  sheet = new CSSStyleSheet();
  sheet.replaceSync(themeVariables());
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
