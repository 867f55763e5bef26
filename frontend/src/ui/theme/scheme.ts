import { useSyncExternalStore } from "react";

export type Scheme = "light" | "dark";
/** The user's choice: a scheme, or the device's. */
export type SchemeChoice = Scheme | "auto";

const MEMORY = "hansom.scheme";
const device = () => window.matchMedia("(prefers-color-scheme: dark)");
const listeners = new Set<(choice: SchemeChoice) => void>();

export function schemeChoice(): SchemeChoice {
  const remembered = localStorage.getItem(MEMORY);
  return remembered === "light" || remembered === "dark" ? remembered : "auto";
}

function shownScheme(): Scheme {
  const choice = schemeChoice();
  if (choice !== "auto") return choice;
  return device().matches ? "dark" : "light";
}

function show(): void {
  document.documentElement.setAttribute("data-mantine-color-scheme", shownScheme());
  for (const notify of listeners) notify(schemeChoice());
}

export function chooseScheme(choice: SchemeChoice): void {
  if (choice === schemeChoice()) return;
  if (choice === "auto") localStorage.removeItem(MEMORY);
  else localStorage.setItem(MEMORY, choice);
  show();
}

export function onSchemeChoice(listener: (choice: SchemeChoice) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Call once at startup: shows the chosen scheme, and follows the device and other tabs. */
export function followScheme(): void {
  show();
  device().addEventListener("change", show);
  window.addEventListener("storage", ({ key }) => {
    if (key === MEMORY) show();
  });
}

export function useScheme(): Scheme {
  return useSyncExternalStore(onSchemeChoice, shownScheme, () => "light");
}
