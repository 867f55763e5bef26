import { QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, Route, Routes, useLocation, useNavigate } from "react-router";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import { request } from "@/api/request";
import { loadRest, startI18n } from "@/i18n/setup";
import { GuardedRouter } from "@/ui/guarded-router";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { DataList } from "./data-list";
import type { Column } from "./types";

interface Code {
  id: number;
  name: string;
  uses: number;
  on: boolean;
}

const codes: Code[] = [
  { id: 1, name: "WELCOME", uses: 4, on: true },
  { id: 2, name: "NIGHT", uses: 1, on: false },
];
const columns: Column<Code>[] = [
  {
    id: "name",
    label: "Code",
    sort: "name",
    alphabetical: true,
    place: "title",
    cell: (row) => row.name,
    edit: {
      kind: "text",
      value: (row) => row.name,
      apply: (row, name) => ({ ...row, name }),
      save: (row, name) => request<Code>(`codes/${row.id}/`, { method: "PATCH", body: { name } }),
    },
  },
  { id: "uses", label: "Uses", sort: "uses", amount: true, cell: (row) => row.uses },
  { id: "secret", label: "Remark", hidden: true, cell: () => "remark" },
];

let requests: URL[];
let answer: (url: URL, init: RequestInit) => Response | Promise<Response>;
const list = (results: Code[] = codes, next: string | null = null) =>
  Response.json({ next, results });

function Address() {
  return <output aria-label="address">{useLocation().search}</output>;
}

const onOpen = vi.fn();
const onDelete = vi.fn();

function show(at = "/codes") {
  render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter initialEntries={[at]}>
          <Address />
          <DataList<Code>
            name="codes"
            label="Codes"
            // Not a path of the schema.
            path={"codes/" as never}
            columns={columns}
            filters={[
              {
                name: "on",
                label: "State",
                kind: "select",
                options: [{ value: "true", label: "Running" }],
              },
            ]}
            searchable
            rowName={(row) => row.name}
            onOpen={onOpen}
            actions={(row) => [
              { label: "Delete", onClick: () => onDelete(row.id), disabled: row.on && "In use." },
            ]}
            empty={{ title: "No codes available." }}
            exported={{ kind: "codes", lead: "All codes." }}
          />
        </MemoryRouter>
      </QueryClientProvider>
    </ThemeProvider>,
  );
}

const lists = () => requests.filter(({ pathname }) => pathname.endsWith("/codes/"));
const cell = (name: string) => screen.findByRole("gridcell", { name: new RegExp(name) });

function Openable() {
  const navigate = useNavigate();
  return (
    <DataList<Code>
      name="codes"
      label="Codes"
      path={"codes/" as never}
      columns={columns}
      rowName={(row) => row.name}
      onOpen={(row) => void navigate(`/codes/${row.id}`)}
      empty={{ title: "No codes available." }}
    />
  );
}

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
beforeEach(() => {
  localStorage.clear();
  requests = [];
  answer = () => list();
  vi.stubGlobal("fetch", async (address: string, init: RequestInit = {}) => {
    const url = new URL(address, "http://localhost");
    if (!url.pathname.includes("/codes/")) return Response.json({ results: [], next: null });
    requests.push(url);
    return answer(url, init);
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  onOpen.mockReset();
  onDelete.mockReset();
});

describe("the request", () => {
  it("has the order of a column header: ascending, descending, default", async () => {
    show();
    for (const [head, orders] of [
      ["Code", ["name", "-name"]],
      ["Uses", ["-uses", "uses"]],
    ] as const) {
      for (const order of orders) {
        await userEvent.click(await screen.findByRole("button", { name: head }));
        await waitFor(() => expect(lists().at(-1)?.searchParams.get("ordering")).toBe(order));
      }
      await userEvent.click(await screen.findByRole("button", { name: head }));
      await waitFor(() => expect(screen.getByLabelText("address")).toHaveTextContent(/^$/));
    }
  });

  it("is built from the URL, which search and filters change", async () => {
    show("/codes?on=true&sort=name");
    await cell("WELCOME");
    const first = lists()[0]?.searchParams;
    expect([first?.get("on"), first?.get("ordering")]).toEqual(["true", "name"]);
    await userEvent.type(screen.getByRole("searchbox"), "wel");
    await waitFor(() => expect(lists().at(-1)?.searchParams.get("search")).toBe("wel"));
    expect(screen.getByLabelText("address")).toHaveTextContent("q=wel");
  });

  it("loads the next page when requested", async () => {
    answer = (url) =>
      url.searchParams.get("cursor") === "p2"
        ? list([{ id: 3, name: "LATE", uses: 0, on: false }])
        : list(codes, "p2");
    show();
    await userEvent.click(await screen.findByRole("button", { name: "Show more" }));
    expect(await cell("LATE")).toBeInTheDocument();
    expect(await cell("WELCOME")).toBeInTheDocument();
  });
});

describe("a tap while the list is changing", () => {
  /** Starts a search whose response is pending until it is released. */
  const searching = () => {
    let release: () => void = () => undefined;
    const late = new Promise<Response>((resolve) => {
      release = () => resolve(list([codes[1] as Code]));
    });
    answer = (url) => (url.searchParams.get("search") ? late : list());
    return () => act(async () => release());
  };
  const type = () => fireEvent.change(screen.getByRole("searchbox"), { target: { value: "nig" } });

  it("opens the pressed row, and the table shows that others are loading", async () => {
    const release = searching();
    show();
    await cell("NIGHT");
    expect(screen.getByRole("grid")).toHaveAttribute("aria-busy", "false");
    type();
    expect(screen.getByRole("grid")).toHaveAttribute("aria-busy", "true");
    await waitFor(() => expect(lists().at(-1)?.searchParams.get("search")).toBe("nig"));
    expect(screen.getByRole("grid")).toHaveAttribute("aria-busy", "true");
    await userEvent.click(await cell("WELCOME"));
    expect(onOpen).toHaveBeenCalledWith(codes[0]);
    const kept = (await cell("NIGHT")).closest("tr");
    await release();
    await waitFor(() => expect(screen.queryByText("WELCOME")).toBeNull());
    expect(screen.getByRole("grid")).toHaveAttribute("aria-busy", "false");
    // The element is the same, so that a finger or the focus on it is not lost.
    expect((await cell("NIGHT")).closest("tr")).toBe(kept);
  });

  it("keeps the rows in place until the finger is lifted and the click has fired", async () => {
    const release = searching();
    show();
    const row = await cell("WELCOME");
    type();
    await waitFor(() => expect(lists().at(-1)?.searchParams.get("search")).toBe("nig"));
    fireEvent.pointerDown(row, { button: 0, isPrimary: true });
    await release();
    fireEvent.pointerUp(row);
    expect(row).toBeInTheDocument();
    fireEvent.click(row);
    expect(onOpen).toHaveBeenCalledWith(codes[0]);
    await waitFor(() => expect(screen.queryByText("WELCOME")).toBeNull());
  });

  it("updates the rows when the finger scrolls", async () => {
    const release = searching();
    show();
    const row = await cell("WELCOME");
    type();
    await waitFor(() => expect(lists().at(-1)?.searchParams.get("search")).toBe("nig"));
    fireEvent.pointerDown(row, { button: 0, isPrimary: true });
    await release();
    fireEvent.pointerCancel(row);
    await waitFor(() => expect(screen.queryByText("WELCOME")).toBeNull());
    expect(onOpen).not.toHaveBeenCalled();
  });
});

describe("an empty list", () => {
  it("shows that there are no rows", async () => {
    answer = () => list([]);
    show();
    expect(await screen.findByText("No codes available.")).toBeInTheDocument();
  });

  it("shows that nothing matches, and clears the filters", async () => {
    answer = (url) => list(url.searchParams.get("search") ? [] : codes);
    show("/codes?q=zzz");
    expect(await screen.findByText("No results")).toBeInTheDocument();
    const clear = screen.getAllByRole("button", { name: "Clear filters" })[0] as HTMLElement;
    await userEvent.click(clear);
    expect(await cell("WELCOME")).toBeInTheDocument();
  });

  it("is a failure, and can be tried again", async () => {
    answer = () => Response.json({ code: "down", detail: "Out of order." }, { status: 503 });
    show();
    const again = await screen.findByRole("button", { name: "Try again" });
    answer = () => list();
    await userEvent.click(again);
    expect(await cell("WELCOME")).toBeInTheDocument();
  });
});

describe("an inline edit", () => {
  const rename = async (to: string) => {
    show();
    fireEvent.keyDown(await cell("WELCOME"), { key: "F2" });
    const field = await screen.findByRole("textbox", { name: "Edit Code: WELCOME" });
    await userEvent.clear(field);
    await userEvent.type(field, `${to}{Enter}`);
  };

  it("shows at once, and then the value that the server has saved", async () => {
    let release: (response: Response) => void = () => undefined;
    answer = (_, init) =>
      init.method === "PATCH"
        ? new Promise<Response>((resolve) => {
            release = resolve;
          })
        : list();
    await rename("hello");
    expect(await cell("hello")).toBeInTheDocument();
    release(Response.json({ ...codes[0], name: "HELLO" }));
    expect(await cell("HELLO")).toBeInTheDocument();
  });

  it("is rolled back when it is rejected, with the reason", async () => {
    answer = (_, init) =>
      init.method === "PATCH"
        ? Response.json({ code: "odd", detail: "There is such a code already." }, { status: 400 })
        : list();
    await rename("NIGHT2");
    expect(await cell("WELCOME")).toBeInTheDocument();
    expect(screen.queryByRole("gridcell", { name: /NIGHT2/ })).not.toBeInTheDocument();
  });

  it("is cancelled by Escape", async () => {
    const patched = vi.fn();
    answer = (_, init) => {
      if (init.method === "PATCH") patched();
      return list();
    };
    show();
    fireEvent.keyDown(await cell("WELCOME"), { key: "F2" });
    await userEvent.type(await screen.findByRole("textbox", { name: /^Edit Code/ }), "X{Escape}");
    expect(await cell("WELCOME")).toHaveFocus();
    expect(patched).not.toHaveBeenCalled();
  });
});

describe("the keyboard", () => {
  it("walks the grid, opens a row, and reaches what can be done with it", async () => {
    show();
    const first = await cell("WELCOME");
    first.focus();
    fireEvent.keyDown(first, { key: "ArrowDown" });
    expect(await cell("NIGHT")).toHaveFocus();
    fireEvent.keyDown(document.activeElement as Element, { key: "Enter" });
    expect(onOpen).toHaveBeenCalledWith(codes[1]);
    fireEvent.keyDown(document.activeElement as Element, { key: "End" });
    expect(document.activeElement).toHaveAttribute("data-place", "actions");
    fireEvent.keyDown(document.activeElement as Element, { key: "Home", ctrlKey: true });
    expect(await cell("WELCOME")).toHaveFocus();
  });

  it("has one tab stop in the grid's cells", async () => {
    show();
    await cell("WELCOME");
    const stops = screen.getAllByRole("gridcell").filter(({ tabIndex }) => tabIndex === 0);
    expect(stops).toHaveLength(1);
  });
});

describe("the actions of a row", () => {
  it("are in the row's menu, or show why they are disabled", async () => {
    show();
    await userEvent.click(await screen.findByRole("button", { name: "Actions for NIGHT" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "Delete", hidden: true }));
    expect(onDelete).toHaveBeenCalledWith(2);
    await userEvent.click(screen.getByRole("button", { name: "Actions for WELCOME" }));
    expect(await screen.findByRole("menuitem", { name: /In use\./, hidden: true })).toBeDisabled();
  });
});

describe("the columns and density", () => {
  it("are selected by the user, and stored", async () => {
    show();
    await cell("WELCOME");
    expect(screen.queryByRole("columnheader", { name: "Remark" })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "Columns" }));
    const choice = within(await screen.findByRole("dialog", { hidden: true }));
    await userEvent.click(choice.getByRole("checkbox", { name: "Remark", hidden: true }));
    expect(await screen.findByRole("columnheader", { name: "Remark" })).toBeInTheDocument();
    expect(localStorage.getItem("hansom.table.codes.0")).toContain("secret");
  });
});

describe("a saved view", () => {
  it("stores filters, order and columns, and restores them", async () => {
    const posted: unknown[] = [];
    vi.stubGlobal("fetch", async (address: string, init: RequestInit = {}) => {
      const url = new URL(address, "http://localhost");
      if (init.method === "POST") {
        posted.push(JSON.parse(String(init.body)));
        return Response.json({ id: 9 }, { status: 201 });
      }
      if (url.pathname.endsWith("/me/views/")) {
        const kept = { id: 8, list: "codes", name: "Late ones", query: "q=late&sort=name" };
        return Response.json({ results: [{ ...kept, columns: ["name", "secret"] }] });
      }
      return url.pathname.includes("/codes/") ? list() : Response.json({});
    });
    show("/codes?on=true");
    await cell("WELCOME");
    await userEvent.click(screen.getByRole("button", { name: "Views" }));
    const views = within(await screen.findByRole("dialog", { hidden: true }));
    await userEvent.type(
      await views.findByRole("textbox", { name: "View name", hidden: true }),
      "Running{Enter}",
    );
    await waitFor(() =>
      expect(posted).toEqual([
        { list: "codes", name: "Running", query: "on=true", columns: ["name", "uses"] },
      ]),
    );
    await userEvent.click(await views.findByRole("button", { name: "Late ones", hidden: true }));
    expect(await screen.findByRole("columnheader", { name: "Remark" })).toBeInTheDocument();
    expect(screen.getByLabelText("address")).toHaveTextContent("?q=late&sort=name");
  });
});

it("focuses the row that was opened, when the user goes back", async () => {
  window.history.replaceState(null, "", "/codes");
  render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <GuardedRouter>
          <Routes>
            <Route path="/codes" element={<Openable />} />
            <Route path="/codes/:id" element={<h1>One code</h1>} />
          </Routes>
        </GuardedRouter>
      </QueryClientProvider>
    </ThemeProvider>,
  );
  const user = userEvent.setup();
  await user.click(await cell("NIGHT"));
  await screen.findByRole("heading", { name: "One code" });
  // A new row above it.
  answer = () => list([{ id: 3, name: "NEW", uses: 0, on: true }, ...codes]);
  window.history.back();
  await waitFor(async () => expect(await cell("NIGHT")).toHaveFocus());
});
