import type { ReactNode } from "react";
import { ThemeProvider } from "@/ui/theme/theme-provider";

/** The frame of every page after the first view; it loads the operator's own translations. */
export function PageKit({ children }: { children: ReactNode }) {
  return <ThemeProvider>{children}</ThemeProvider>;
}

// Without them the pages show the shipped translations.
import("@/i18n/live").then(({ followLanguages }) => followLanguages()).catch(() => undefined);
