import type { ReactNode } from "react";
import { ThemeProvider } from "@/ui/theme/theme-provider";

/** Wraps all pages after the first view; loads the operator's translations. */
export function PageKit({ children }: { children: ReactNode }) {
  return <ThemeProvider>{children}</ThemeProvider>;
}

// If they fail to load, the pages show the shipped translations.
import("@/i18n/live").then(({ followLanguages }) => followLanguages()).catch(() => undefined);
