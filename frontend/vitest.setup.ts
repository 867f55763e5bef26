import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

// What is waited for comes late on a busy machine; what never comes fails all the same.
configure({ asyncUtilTimeout: 30_000 });

afterEach(cleanup);

// What jsdom lacks and Mantine asks for.
if (typeof window !== "undefined") {
  window.matchMedia ??= (query: string) =>
    ({
      // Nobody wants to wait for a dialog to fade in: what is there is seen at once.
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
