import { act, render } from "@testing-library/react";
import { useRef } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { useParallax } from "./use-parallax";

function Scene() {
  const element = useRef<HTMLDivElement>(null);
  useParallax(element);
  return <div ref={element} data-testid="scene" />;
}

/** Sets the window's width and the reduced motion preference. */
function openWindow({ wide, calm }: { wide: boolean; calm: boolean }) {
  vi.spyOn(window, "matchMedia").mockImplementation(
    (query) =>
      ({
        matches: query.includes("width") ? wide : calm,
        addEventListener: () => undefined,
        removeEventListener: () => undefined,
      }) as unknown as MediaQueryList,
  );
}

async function scrollTo(pixels: number): Promise<string> {
  const { getByTestId } = render(<Scene />);
  window.scrollY = pixels;
  await act(async () => {
    window.dispatchEvent(new Event("scroll"));
    await new Promise((done) => requestAnimationFrame(done));
  });
  return getByTestId("scene").style.getPropertyValue("--scroll");
}

afterEach(() => {
  window.scrollY = 0;
});

describe("the picture", () => {
  it("follows the scroll on a wide window", async () => {
    openWindow({ wide: true, calm: false });
    expect(await scrollTo(300)).toBe("300px");
  });

  it("is static on a small window", async () => {
    openWindow({ wide: false, calm: false });
    expect(await scrollTo(300)).toBe("0px");
  });

  it("is static with reduced motion", async () => {
    openWindow({ wide: true, calm: true });
    expect(await scrollTo(300)).toBe("0px");
  });
});
