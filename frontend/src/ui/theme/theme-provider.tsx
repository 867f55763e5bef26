import "./mantine-styles";
import { DirectionProvider, type MantineColorSchemeManager, MantineProvider } from "@mantine/core";
import { type ReactNode, useInsertionEffect, useState } from "react";
import { chooseScheme, onSchemeChoice, schemeChoice } from "./scheme";
import { theme } from "./theme";
import { adoptThemeVariables } from "./theme-variables";

/** Connects Mantine to the app's own scheme store, which works before Mantine is loaded. */
function schemeManager(): MantineColorSchemeManager {
  let stop: (() => void) | undefined;
  return {
    get: schemeChoice,
    set: chooseScheme,
    subscribe: (onUpdate) => {
      stop?.();
      stop = onSchemeChoice(onUpdate);
    },
    unsubscribe: () => stop?.(),
    clear: () => chooseScheme("auto"),
  };
}

/**
 * Theme, scheme and direction for Mantine's components. The first page works without it; every lazy page has
 * it (see `lazyPage`). The Content-Security-Policy rejects Mantine's style elements, so there are no
 * responsive props (`{{ base, sm }}`), no `visibleFrom` and no SimpleGrid. The direction follows `dir` of the
 * document, which the language sets.
 */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const [manager] = useState(schemeManager);
  useInsertionEffect(adoptThemeVariables, []);
  return (
    <DirectionProvider>
      <MantineProvider
        theme={theme}
        withCssVariables={false}
        withGlobalClasses={false}
        colorSchemeManager={manager}
        defaultColorScheme="auto"
      >
        {children}
      </MantineProvider>
    </DirectionProvider>
  );
}
