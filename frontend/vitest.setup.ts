import "@testing-library/jest-dom/vitest";
import { notifications } from "@mantine/notifications";
import { onlineManager } from "@tanstack/react-query";
import { cleanup, configure } from "@testing-library/react";
import * as React from "react";
import { afterAll, afterEach, expect, vi } from "vitest";

// Asynchronous updates are slow on a busy machine.
configure({ asyncUtilTimeout: 30_000 });

// React takes a stack for each of the first 10,000 elements of a second, which only its warnings show.
const internals: unknown = Reflect.get(
  React,
  "__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE",
);
if (internals instanceof Object)
  Object.defineProperty(internals, "recentlyCreatedOwnerStacks", {
    configurable: true,
    get: () => Number.POSITIVE_INFINITY,
    set: () => undefined,
  });

// Test files share one page and the libraries (`isolate: false`), but not the app's own modules.
vi.resetModules();
afterEach(() => {
  cleanup();
  notifications.clean();
  onlineManager.setOnline(true);
  if (typeof window === "undefined") return;
  // Also removes Mantine's portal, so that dialogs come after the page as in a browser.
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
});

// A fake that stays stops the clock of all later files of this worker.
const clock = { setTimeout, setInterval, requestAnimationFrame: globalThis.requestAnimationFrame };
afterAll(() => {
  vi.restoreAllMocks();
  const { setTimeout, setInterval, requestAnimationFrame } = globalThis;
  expect({ setTimeout, setInterval, requestAnimationFrame }).toEqual(clock);
});

// Browser APIs that Mantine needs and jsdom lacks.
if (typeof window !== "undefined") {
  window.matchMedia ??= (query: string) =>
    ({
      // Reduced motion skips the transitions of dialogs.
      matches: query.includes("prefers-reduced-motion"),
      media: query,
      onchange: null,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
      addListener: () => undefined,
      removeListener: () => undefined,
      dispatchEvent: () => false,
    }) as MediaQueryList;

  window.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };

  Element.prototype.scrollIntoView ??= () => undefined;

  // jsdom searches the whole page for every label of every field, which took most of the time on long forms.
  for (const Field of [
    HTMLInputElement,
    HTMLTextAreaElement,
    HTMLSelectElement,
    HTMLButtonElement,
    HTMLOutputElement,
    HTMLMeterElement,
    HTMLProgressElement,
  ])
    Object.defineProperty(Field.prototype, "labels", { configurable: true, get: labelsOf });

  if (!document.fonts) {
    Object.defineProperty(document, "fonts", { value: new EventTarget() });
  }
}

/** Return the labels of a field: those that name it, then the one around it; null for a hidden input. */
function labelsOf(this: HTMLElement & { type?: string }): HTMLLabelElement[] | null {
  if (this.type === "hidden") return null;
  const isNamed = this.id !== "" && document.getElementById(this.id) === this;
  const labels = isNamed
    ? [...document.querySelectorAll<HTMLLabelElement>(`label[for=${JSON.stringify(this.id)}]`)]
    : [];
  const around = this.closest("label");
  if (around?.control === this && !labels.includes(around)) labels.push(around);
  return labels;
}
