import "./whole";
import { DirectionProvider, type MantineColorSchemeManager, MantineProvider } from "@mantine/core";
import { type ReactNode, useInsertionEffect, useState } from "react";
import { chooseScheme, onSchemeChoice, schemeChoice } from "./scheme";
import { theme } from "./theme";
import { adoptThemeVariables } from "./theme-variables";

/** Connects Mantine to our own store, which works before Mantine is loaded. */
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
 * The kit: theme, scheme and direction for Mantine's components. The first page does without; every lazy
 * page brings it (see `lazyPage`). Style elements of Mantine's are refused by the page's policy: so no
 * responsive props (`{{ base, sm }}`), no `visibleFrom`, no SimpleGrid. Direction follows `dir` of the document, which the language sets.
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
