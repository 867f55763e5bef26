import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { loadRest, startI18n } from "@/i18n/setup";
import { GuardedModal, useUnsaved } from "./guarded";
import { ThemeProvider } from "./theme/theme-provider";

beforeAll(async () => {
  await startI18n();
  await loadRest();
});

function Form({ onClose, changed }: { onClose: () => void; changed: boolean }) {
  const [name, setName] = useState("Ada");
  return (
    <GuardedModal opened onClose={onClose} title="A form">
      <Reporter changed={changed} />
      <input aria-label="Name" value={name} onChange={(event) => setName(event.target.value)} />
    </GuardedModal>
  );
}

function Reporter({ changed }: { changed: boolean }) {
  useUnsaved(changed);
  return null;
}

function Outside() {
  const [opened, setOpened] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setOpened(!opened)}>
        Turn
      </button>
      <GuardedModal opened={opened} onClose={() => setOpened(false)} title="A form">
        <input aria-label="Name" />
      </GuardedModal>
    </>
  );
}

function show(changed = false) {
  const onClose = vi.fn();
  render(
    <ThemeProvider>
      <Form onClose={onClose} changed={changed} />
    </ThemeProvider>,
  );
  return onClose;
}

const question = () => screen.queryByRole("dialog", { name: "Discard your changes?" });

describe("a form in a dialog", () => {
  it("closes at once if nothing has changed", async () => {
    const onClose = show();
    await userEvent.click(screen.getByLabelText("Name"));
    await userEvent.keyboard("{Escape}");
    expect(onClose).toHaveBeenCalledOnce();
    expect(question()).not.toBeInTheDocument();
  });

  it("confirms before Escape discards the input, and can be cancelled", async () => {
    const onClose = show();
    await userEvent.type(screen.getByLabelText("Name"), " M");
    await userEvent.keyboard("{Escape}");
    expect(await screen.findByRole("dialog", { name: "Discard your changes?" })).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Keep editing" }));
    await waitFor(() => expect(question()).not.toBeInTheDocument());
    expect(onClose).not.toHaveBeenCalled();
    expect(screen.getByLabelText("Name")).toHaveValue("Ada M");
  });

  it("confirms a click outside, and closes on discard", async () => {
    const onClose = show();
    await userEvent.type(screen.getByLabelText("Name"), "x");
    const outside = document.querySelector(".mantine-Modal-overlay");
    if (outside) await userEvent.click(outside);
    await userEvent.click(await screen.findByRole("button", { name: "Discard" }));
    expect(onClose).toHaveBeenCalledOnce();
  });

  it("closes if the input was reverted", async () => {
    const onClose = show();
    await userEvent.type(screen.getByLabelText("Name"), "x{Backspace}");
    await userEvent.keyboard("{Escape}");
    expect(onClose).toHaveBeenCalledOnce();
  });

  it("resets the confirmation when the form is closed from outside", async () => {
    render(
      <ThemeProvider>
        <Outside />
      </ThemeProvider>,
    );
    const turn = screen.getByRole("button", { name: "Turn", hidden: true });
    await userEvent.type(screen.getByLabelText("Name"), "x");
    await userEvent.keyboard("{Escape}");
    expect(await screen.findByRole("dialog", { name: "Discard your changes?" })).toBeVisible();
    fireEvent.click(turn);
    await waitFor(() => expect(screen.queryByLabelText("Name")).not.toBeInTheDocument());
    fireEvent.click(turn);
    expect(await screen.findByLabelText("Name")).toBeInTheDocument();
    expect(question()).not.toBeInTheDocument();
  });

  it("closes if no changes would be lost", async () => {
    const onClose = vi.fn();
    render(
      <ThemeProvider>
        <GuardedModal opened guarded={false} onClose={onClose} title="A form">
          <input aria-label="Name" />
        </GuardedModal>
      </ThemeProvider>,
    );
    await userEvent.type(screen.getByLabelText("Name"), "x");
    await userEvent.keyboard("{Escape}");
    expect(onClose).toHaveBeenCalledOnce();
  });

  it("confirms changes outside of fields if the form reports them", async () => {
    const onClose = show(true);
    await userEvent.keyboard("{Escape}");
    expect(await screen.findByRole("dialog", { name: "Discard your changes?" })).toBeVisible();
    expect(onClose).not.toHaveBeenCalled();
  });
});

describe("every dialog of the app", () => {
  const sources = import.meta.glob<string>("/src/**/*.tsx", {
    query: "?raw",
    import: "default",
    eager: true,
  });
  const BARE = /from "@\/ui\/dialog\/(modal|drawer)"/;
  const TYPED =
    /<(form|Form|input|textarea|select|Textarea|TextInput|NumberInput|PasswordInput|Select)\b/;
  /** A search, a link to copy, or a dialog that only its answer closes: closing loses no input. */
  const HARMLESS = [
    "/src/app/shell/command-palette.tsx",
    "/src/features/dispatch-register/link-dialog.tsx",
    "/src/features/safety/share-sheet.tsx",
    "/src/features/terms/agree-dialog.tsx",
  ];

  it("guards every dialog with a field", () => {
    const bare = Object.entries(sources).filter(
      ([path, text]) => BARE.test(text) && path !== "/src/ui/guarded.tsx",
    );
    expect(bare.length).toBeGreaterThan(HARMLESS.length);
    const typed = bare.filter(([, text]) => TYPED.test(text)).map(([path]) => path);
    expect(typed.sort()).toEqual(HARMLESS);
  });
});
