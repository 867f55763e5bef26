import type { ReactNode } from "react";
import { ThemeProvider } from "@/ui/theme/theme-provider";

/** What every page behind the first view stands in; with it come the operator's own words. */
export function PageKit({ children }: { children: ReactNode }) {
  return <ThemeProvider>{children}</ThemeProvider>;
}

// Without them the pages go on in the words of the release.
import("@/i18n/live").then(({ followLanguages }) => followLanguages()).catch(() => undefined);
