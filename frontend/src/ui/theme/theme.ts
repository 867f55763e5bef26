import type { CSSVariablesResolver, MantineThemeOverride } from "@mantine/core";
import { CloseButton, createTheme, defaultVariantColorsResolver } from "@mantine/core";
import { brick, harbour, ink, lamp, moss, night } from "./colors";

/** `lamp` is a button variant: `<Button variant="lamp">` marks the next step on a screen. */
const lampVariant = {
  background: "var(--hx-lamp)",
  hover: "var(--hx-lamp-hover)",
  color: "var(--hx-on-lamp)",
  border: "1px solid transparent",
};

/** A dialog's title bar is a <header>, which would be a second banner of the page. */
const PLAIN = { role: "none" };

/** Mantine hides the scrollbar with a style element, so global.css hides it instead. */
const NO_STYLE_ELEMENT = { removeScrollBar: false };

/** Overlays have the colour of the surface, not the background. */
const RAISED = {
  content: { background: "var(--hx-surface)" },
  header: { background: "var(--hx-surface)" },
};

export const theme: MantineThemeOverride = createTheme({
  colors: {
    ink,
    lamp,
    moss,
    brick,
    harbour,
    dark: night,
    gray: ink,
    red: brick,
    green: moss,
    blue: harbour,
    yellow: lamp,
  },
  primaryColor: "ink",
  primaryShade: { light: 7, dark: 4 },
  autoContrast: true,
  white: "#ffffff",
  black: "#171e2c",
  fontFamily: "var(--hx-sans)",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', Menlo, monospace",
  headings: {
    fontFamily: "var(--hx-display)",
    fontWeight: "680",
    sizes: {
      h1: { fontSize: "clamp(2.1rem, 1.4rem + 3vw, 3.4rem)", lineHeight: "1.04" },
      h2: { fontSize: "clamp(1.6rem, 1.25rem + 1.6vw, 2.3rem)", lineHeight: "1.12" },
      h3: { fontSize: "1.3rem", lineHeight: "1.2" },
      h4: { fontSize: "1.1rem", lineHeight: "1.3" },
    },
  },
  defaultRadius: "md",
  radius: { xs: "4px", sm: "8px", md: "12px", lg: "18px", xl: "28px" },
  shadows: {
    sm: "0 1px 2px rgb(13 18 28 / 8%)",
    md: "0 2px 6px rgb(13 18 28 / 6%), 0 10px 28px rgb(13 18 28 / 10%)",
    lg: "0 4px 12px rgb(13 18 28 / 8%), 0 24px 60px rgb(13 18 28 / 18%)",
  },
  breakpoints: { xs: "30em", sm: "48em", md: "60em", lg: "75em", xl: "90em" },
  focusRing: "auto",
  cursorType: "pointer",
  respectReducedMotion: true,
  variantColorResolver: (input) => {
    if (input.variant === "lamp") return lampVariant;
    const isInk = input.color === undefined || input.color === "ink";
    if (isInk && input.variant === "filled") {
      return {
        background: "var(--hx-primary)",
        hover: "var(--hx-primary-hover)",
        color: "var(--hx-on-primary)",
        border: "1px solid transparent",
      };
    }
    return defaultVariantColorsResolver(input);
  },
  components: {
    Button: { defaultProps: { radius: "xl" }, styles: { label: { fontWeight: 600 } } },
    CloseButton: CloseButton.extend({ defaultProps: { size: "lg" } }),
    Modal: {
      defaultProps: {
        centered: true,
        radius: "lg",
        overlayProps: { blur: 2, backgroundOpacity: 0.5 },
        removeScrollProps: NO_STYLE_ELEMENT,
        attributes: { header: PLAIN },
      },
      styles: RAISED,
    },
    Drawer: {
      defaultProps: {
        overlayProps: { blur: 2, backgroundOpacity: 0.5 },
        removeScrollProps: NO_STYLE_ELEMENT,
        attributes: { header: PLAIN },
      },
      styles: RAISED,
    },
    InputWrapper: { styles: { label: { fontWeight: 600, marginBlockEnd: 6 } } },
    TextInput: { defaultProps: { size: "md" } },
    PasswordInput: { defaultProps: { size: "md" } },
    Textarea: { defaultProps: { size: "md" } },
    Select: { defaultProps: { size: "md" } },
    NativeSelect: { defaultProps: { size: "md" } },
    TagsInput: { defaultProps: { size: "md" } },
    Autocomplete: { defaultProps: { size: "md" } },
    Tooltip: { defaultProps: { withArrow: true, openDelay: 250 } },
    // In the dark scheme a selected checkbox is light, so its tick is dark.
    Checkbox: { defaultProps: { iconColor: "var(--hx-on-primary)" } },
    Radio: { defaultProps: { iconColor: "var(--hx-on-primary)" } },
    Skeleton: { defaultProps: { radius: "sm" } },
  },
});

const roles = {
  "--mantine-color-body": "var(--hx-ground)",
  "--mantine-color-text": "var(--hx-text)",
  "--mantine-color-dimmed": "var(--hx-text-soft)",
  "--mantine-color-error": "var(--hx-danger)",
  "--mantine-color-ink-filled": "var(--hx-primary)",
  "--mantine-color-ink-filled-hover": "var(--hx-primary-hover)",
  "--mantine-primary-color-filled": "var(--hx-primary)",
  "--mantine-primary-color-filled-hover": "var(--hx-primary-hover)",
  "--mantine-primary-color-contrast": "var(--hx-on-primary)",
};

/** Maps Mantine's variables to the palette's roles (see tokens.css), so that both match in either scheme. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...roles,
    "--mantine-color-placeholder": "#6a7488",
    "--mantine-color-default-border": "#d3d5d2",
  },
  dark: {
    ...roles,
    "--mantine-color-placeholder": night[3],
    "--mantine-color-default": night[7],
    "--mantine-color-default-hover": night[6],
    "--mantine-color-default-border": night[5],
    "--mantine-color-ink-light": "rgb(223 227 236 / 10%)",
    "--mantine-color-ink-light-hover": "rgb(223 227 236 / 16%)",
    "--mantine-color-ink-light-color": night[0],
    "--mantine-color-ink-text": night[0],
    "--mantine-color-ink-outline": night[2],
    "--mantine-primary-color-light-color": night[0],
  },
});
