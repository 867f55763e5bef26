import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { startI18n } from "@/i18n/setup";
import { SlideToConfirm } from "./slide-to-confirm";

beforeAll(startI18n);
beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue({
    width: 360,
    height: 60,
  } as DOMRect);
  Element.prototype.setPointerCapture = () => undefined;
});
afterEach(() => {
  vi.useRealTimers();
  document.documentElement.dir = "ltr";
});

const handle = () => screen.getByRole("button");

async function slide(to: number) {
  fireEvent.pointerDown(handle(), { clientX: 0, pointerId: 1 });
  fireEvent.pointerMove(handle(), { clientX: to, pointerId: 1 });
  await act(async () => {
    fireEvent.pointerUp(handle(), { clientX: to, pointerId: 1 });
  });
}

describe("sliding to confirm", () => {
  it("does the deed when slid across, and nothing when let go early", async () => {
    const onConfirm = vi.fn();
    render(<SlideToConfirm label="Start the trip" onConfirm={onConfirm} />);
    await slide(150);
    expect(onConfirm).not.toHaveBeenCalled();
    await slide(300);
    expect(onConfirm).toHaveBeenCalledOnce();
  });

  it("slides the other way where the page reads from the right", async () => {
    document.documentElement.dir = "rtl";
    const onConfirm = vi.fn();
    render(<SlideToConfirm label="Start the trip" onConfirm={onConfirm} />);
    await slide(300);
    expect(onConfirm).not.toHaveBeenCalled();
    await slide(-300);
    expect(onConfirm).toHaveBeenCalledOnce();
  });

  it("is done by holding Enter, and not by a short press", async () => {
    const onConfirm = vi.fn();
    render(<SlideToConfirm label="End the trip" onConfirm={onConfirm} />);
    fireEvent.keyDown(handle(), { key: "Enter" });
    act(() => void vi.advanceTimersByTime(300));
    fireEvent.keyUp(handle(), { key: "Enter" });
    await act(async () => void vi.advanceTimersByTime(1000));
    expect(onConfirm).not.toHaveBeenCalled();

    fireEvent.keyDown(handle(), { key: "Enter" });
    await act(async () => void vi.advanceTimersByTime(800));
    expect(onConfirm).toHaveBeenCalledOnce();
  });

  it("takes no second order while the first is under way, and comes back when it fails", async () => {
    let fail: (reason: Error) => void = () => undefined;
    const onConfirm = vi.fn(() => new Promise<void>((_, reject) => (fail = reject)));
    render(<SlideToConfirm label="End the trip" onConfirm={onConfirm} />);
    await slide(300);
    await slide(300);
    expect(onConfirm).toHaveBeenCalledOnce();
    expect(handle()).toHaveAttribute("aria-busy", "true");
    await act(async () => fail(new Error("offline")));
    expect(handle()).toHaveAttribute("aria-busy", "false");
  });

  it("says why it cannot be done, and then does nothing", async () => {
    const onConfirm = vi.fn();
    render(
      <SlideToConfirm
        label="Start the trip"
        onConfirm={onConfirm}
        disabledReason="Enter the code first"
      />,
    );
    await slide(300);
    expect(onConfirm).not.toHaveBeenCalled();
    expect(handle()).toHaveAccessibleName(/Enter the code first/);
  });
});
