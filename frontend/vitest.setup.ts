import "@testing-library/jest-dom/vitest";
import { notifications } from "@mantine/notifications";
import { onlineManager } from "@tanstack/react-query";
import { cleanup, configure } from "@testing-library/react";
import { afterEach, vi } from "vitest";

// Asynchronous updates are slow on a busy machine.
configure({ asyncUtilTimeout: 30_000 });

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

  if (!document.fonts) {
    Object.defineProperty(document, "fonts", { value: new EventTarget() });
  }
}
