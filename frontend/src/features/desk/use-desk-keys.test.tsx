import { fireEvent, render } from "@testing-library/react";
import { beforeAll, expect, it, vi } from "vitest";
import { startI18n } from "@/i18n/setup";
import { Modal } from "@/ui/dialog/modal";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { useDeskKeys } from "./use-desk-keys";

beforeAll(async () => {
  await startI18n();
});

function Board({ opened, onKey }: { opened: boolean; onKey: (key: string) => void }) {
  // The board has rendered without its dialog already, which is still about to close.
  useDeskKeys(false, (_command, key) => onKey(key));
  return <Modal opened={opened} onClose={() => undefined} title="Cancel booking" />;
}

it("leaves the Escape that closes a dialog to the dialog", () => {
  const onKey = vi.fn();
  const { rerender } = render(<Board opened onKey={onKey} />, { wrapper: ThemeProvider });
  // The dialog does not have the focus yet.
  fireEvent.keyDown(document.body, { key: "Escape" });
  expect(onKey).not.toHaveBeenCalled();

  rerender(<Board opened={false} onKey={onKey} />);
  fireEvent.keyDown(document.body, { key: "Escape" });
  expect(onKey).toHaveBeenCalledWith("escape");
});
