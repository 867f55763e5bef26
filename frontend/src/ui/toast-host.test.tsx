import { notifications } from "@mantine/notifications";
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { startI18n } from "@/i18n/setup";
import ToastHost, { showToast } from "./toast-host";

function onScreen(desk: boolean) {
  vi.spyOn(window, "matchMedia").mockImplementation(
    (query) =>
      ({
        matches: desk && query.includes("62em"),
        media: query,
        addEventListener: () => undefined,
        removeEventListener: () => undefined,
      }) as unknown as MediaQueryList,
  );
  render(<ToastHost />);
}

beforeAll(async () => {
  await startI18n();
});
afterEach(() => {
  act(() => notifications.clean());
  vi.restoreAllMocks();
});

describe("toasts", () => {
  it("replace a failure on a phone", async () => {
    onScreen(false);
    act(() => showToast("failure", "Not saved"));
    expect(await screen.findByText("Not saved")).toBeInTheDocument();
    act(() => showToast("success", "Saved"));
    expect(await screen.findByText("Saved")).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByText("Not saved")).not.toBeInTheDocument());
  });

  it("are one at a time on a phone, one after the other", async () => {
    onScreen(false);
    act(() => showToast("success", "Saved"));
    act(() => showToast("info", "Your driver is near"));
    const saved = await screen.findByText("Saved");
    expect(screen.queryByText("Your driver is near")).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Dismiss" }));
    expect(await screen.findByText("Your driver is near")).toBeInTheDocument();
    await waitFor(() => expect(saved).not.toBeInTheDocument());
  });

  it("stay beside each other on a desk", async () => {
    onScreen(true);
    act(() => showToast("failure", "Not saved"));
    act(() => showToast("success", "Saved"));
    expect(await screen.findByText("Saved")).toBeInTheDocument();
    expect(screen.getByText("Not saved")).toBeInTheDocument();
  });
});
