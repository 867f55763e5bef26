import { Menu } from "@mantine/core";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ReactNode, useState } from "react";
import { describe, expect, it } from "vitest";
import { ThemeProvider } from "../theme/theme-provider";
import { Drawer } from "./drawer";
import { Modal } from "./modal";

interface OpenedProps {
  onClose: () => void;
  children?: ReactNode;
}

const BASES = { Modal, Drawer };

/** A dialog that is mounted only while it is open, as most are. */
function Mounted({ base, onClose, children }: OpenedProps & { base: keyof typeof BASES }) {
  const Base = BASES[base];
  return (
    <Base opened onClose={onClose} title="Dialog" closeButtonProps={{ "aria-label": "Close" }}>
      <input aria-label="Field" />
      <button type="button" onClick={onClose}>
        Save
      </button>
      {children}
    </Base>
  );
}

function Page({ base, kept }: { base: keyof typeof BASES; kept: boolean }) {
  const Base = BASES[base];
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {kept ? (
        <Base opened={open} onClose={() => setOpen(false)} title="Dialog">
          <input aria-label="Field" />
          <button type="button" onClick={() => setOpen(false)}>
            Save
          </button>
        </Base>
      ) : null}
      {!kept && open ? <Mounted base={base} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

const show = (page: ReactNode) => {
  render(<ThemeProvider>{page}</ThemeProvider>);
  return userEvent.setup();
};
const button = (name: string) => screen.getByRole("button", { name });
const focused = (element: () => HTMLElement) => waitFor(() => expect(element()).toHaveFocus());
const focusedInside = () =>
  waitFor(() =>
    expect(screen.getByRole("dialog")).toContainElement(document.activeElement as HTMLElement),
  );

const CLOSED_BY = {
  Escape: (user: ReturnType<typeof userEvent.setup>) => user.keyboard("{Escape}"),
  "a click outside": async (user: ReturnType<typeof userEvent.setup>) => {
    const outside = document.querySelector<HTMLElement>("[class*=overlay]");
    if (outside) await user.click(outside);
  },
  "its own button": (user: ReturnType<typeof userEvent.setup>) => user.click(button("Save")),
};

describe.each(["Modal", "Drawer"] as const)("a %s", (base) => {
  describe.each(Object.entries(CLOSED_BY))("closed by %s", (_, close) => {
    it.each([true, false])("returns the focus to its opener (always mounted: %s)", async (kept) => {
      const user = show(<Page base={base} kept={kept} />);
      await user.click(button("Open"));
      await focusedInside();
      await close(user);
      await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
      await focused(() => button("Open"));
    });
  });
});

/** A list whose rows are deleted by a dialog that the menu of each row opens. */
function List({ late = false }: { late?: boolean }) {
  const [rows, setRows] = useState(["Ada", "Ben", "Cleo"]);
  const [leaving, setLeaving] = useState("");
  const remove = () => {
    const drop = () => setRows((before) => before.filter((name) => name !== leaving));
    // The list reloads after the dialog has closed.
    if (late) setTimeout(drop, 30);
    else drop();
    setLeaving("");
  };
  return (
    <main>
      <h1>Riders</h1>
      <ul>
        {rows.map((name) => (
          <li key={name}>
            <a href={`#${name}`}>{name}</a>
            <Menu>
              <Menu.Target>
                <button type="button">Actions of {name}</button>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item onClick={() => setLeaving(name)}>Delete</Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </li>
        ))}
      </ul>
      {leaving ? <Mounted base="Modal" onClose={remove} /> : null}
    </main>
  );
}

async function deleteRow(user: ReturnType<typeof userEvent.setup>, name: string) {
  await user.click(button(`Actions of ${name}`));
  await user.click(await screen.findByRole("menuitem", { name: "Delete", hidden: true }));
  await focusedInside();
  await user.click(button("Save"));
  await waitFor(() => expect(screen.queryByText(name)).not.toBeInTheDocument());
}

describe("when the opener is removed", () => {
  it.each([true, false])("moves to the next row, then to the heading (late: %s)", async (late) => {
    const user = show(<List late={late} />);
    await deleteRow(user, "Ada");
    await focused(() => button("Actions of Ben"));
    await deleteRow(user, "Cleo");
    await focused(() => button("Actions of Ben"));
    await deleteRow(user, "Ben");
    await focused(() => screen.getByRole("heading", { name: "Riders" }));
  });

  it("moves to the button of the opener's menu", async () => {
    const user = show(<List />);
    await user.click(button("Actions of Ben"));
    await user.click(await screen.findByRole("menuitem", { name: "Delete", hidden: true }));
    await focusedInside();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByText("Ben")).not.toBeInTheDocument());
    await focused(() => button("Actions of Cleo"));
  });
});

function Nested() {
  const [outer, setOuter] = useState(false);
  const [inner, setInner] = useState(false);
  const both = () => {
    setInner(false);
    setOuter(false);
  };
  return (
    <>
      <button type="button" onClick={() => setOuter(true)}>
        Open
      </button>
      {outer ? (
        <Mounted base="Drawer" onClose={() => setOuter(false)}>
          <button type="button" onClick={() => setInner(true)}>
            Confirm
          </button>
        </Mounted>
      ) : null}
      <Modal opened={inner} onClose={() => setInner(false)} title="Sure?" closeOnEscape={false}>
        <button type="button" onClick={() => setInner(false)}>
          Stay
        </button>
        <button type="button" onClick={both}>
          Discard
        </button>
      </Modal>
    </>
  );
}

describe("a dialog over a dialog", () => {
  it("returns the focus to the lower dialog, and to the page when both close", async () => {
    const user = show(<Nested />);
    await user.click(button("Open"));
    await user.click(await screen.findByRole("button", { name: "Confirm" }));
    await user.click(await screen.findByRole("button", { name: "Stay" }));
    await focused(() => button("Confirm"));
    await user.click(button("Confirm"));
    await user.click(await screen.findByRole("button", { name: "Discard" }));
    await focused(() => button("Open"));
  });
});

it("returns to a button that was disabled while its dialog loaded", async () => {
  function Fetching() {
    const [state, setState] = useState<"idle" | "busy" | "open">("idle");
    const open = () => {
      setState("busy");
      setTimeout(() => setState("open"), 10);
    };
    return (
      <>
        <button type="button" disabled={state === "busy"} onClick={open}>
          Open
        </button>
        {state === "open" ? <Mounted base="Modal" onClose={() => setState("idle")} /> : null}
      </>
    );
  }
  const user = show(<Fetching />);
  await user.click(button("Open"));
  await focusedInside();
  await user.keyboard("{Escape}");
  await focused(() => button("Open"));
});

it("keeps the focus where the page has moved it", async () => {
  function Elsewhere() {
    const [open, setOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        <input aria-label="Next" />
        {open ? (
          <Mounted
            base="Modal"
            onClose={() => {
              screen.getByLabelText("Next").focus();
              setOpen(false);
            }}
          />
        ) : null}
      </>
    );
  }
  const user = show(<Elsewhere />);
  await user.click(button("Open"));
  await focusedInside();
  await user.click(button("Save"));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(screen.getByLabelText("Next")).toHaveFocus();
});
