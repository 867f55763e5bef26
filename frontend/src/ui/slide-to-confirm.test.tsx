import { act, createEvent, fireEvent, render, screen } from "@testing-library/react";
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
  it("runs the action when slid across, and nothing when released early", async () => {
    const onConfirm = vi.fn();
    render(<SlideToConfirm label="Start the trip" onConfirm={onConfirm} />);
    await slide(150);
    expect(onConfirm).not.toHaveBeenCalled();
    await slide(300);
    expect(onConfirm).toHaveBeenCalledOnce();
  });

  it("slides the other way in a right-to-left language", async () => {
    document.documentElement.dir = "rtl";
    const onConfirm = vi.fn();
    render(<SlideToConfirm label="Start the trip" onConfirm={onConfirm} />);
    await slide(300);
    expect(onConfirm).not.toHaveBeenCalled();
    await slide(-300);
    expect(onConfirm).toHaveBeenCalledOnce();
  });

  it("measures how long Enter was held, even if the timer of a busy page is late", async () => {
    const onConfirm = vi.fn();
    render(<SlideToConfirm label="End the trip" onConfirm={onConfirm} />);
    const press = (type: "keyDown" | "keyUp", at: number) => {
      const event = createEvent[type](handle(), { key: "Enter" });
      Object.defineProperty(event, "timeStamp", { value: at });
      fireEvent(handle(), event);
    };
    press("keyDown", 1000);
    await act(async () => press("keyUp", 1600));
    expect(onConfirm).not.toHaveBeenCalled();
    press("keyDown", 2000);
    await act(async () => press("keyUp", 2800));
    await act(async () => void vi.advanceTimersByTime(1000));
    expect(onConfirm).toHaveBeenCalledOnce();
    // The timer and the key's release together confirm only once.
    press("keyDown", 4000);
    await act(async () => {
      vi.advanceTimersByTime(800);
      press("keyUp", 4800);
    });
    expect(onConfirm).toHaveBeenCalledTimes(2);
  });

  it("confirms when Enter is held, and not on a short press", async () => {
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

  it("ignores a second slide while the first is running, and resets when it fails", async () => {
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

  it("shows why it is disabled, and does nothing", async () => {
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
