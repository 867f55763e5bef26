import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import type { Language } from "@/i18n/languages";
import { changeLanguage, loadRest, startI18n } from "@/i18n/setup";
import { useForm } from "@/ui/form/use-form";
import { SideForm } from "@/ui/side-panel";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { DateField } from "./date-field";
import { DateTimeField } from "./date-time-field";

const changed = vi.fn();

function Day({ start = "2026-11-22", min, max }: { start?: string; min?: string; max?: string }) {
  const [day, setDay] = useState(start);
  const change = (next: string) => {
    changed(next);
    setDay(next);
  };
  return <DateField label="From" value={day} min={min} max={max} onChange={change} />;
}

function When({ start = "2026-11-22T14:05" }: { start?: string }) {
  const [wall, setWall] = useState(start);
  const change = (next: string) => {
    changed(next);
    setWall(next);
  };
  return <DateTimeField label="Pickup" value={wall} onChange={change} min="2026-11-20T10:00" />;
}

function Add({ send = vi.fn(), close = vi.fn() }) {
  const form = useForm({ values: {}, send });
  return (
    <SideForm form={form} title="Add" saveLabel="Save" onClose={close}>
      <Day />
    </SideForm>
  );
}

function show(page: React.ReactNode) {
  return render(
    <QueryClientProvider client={createQueryClient()}>
      <ThemeProvider>{page}</ThemeProvider>
    </QueryClientProvider>,
  );
}

const box = () => screen.getByRole("textbox") as HTMLInputElement;
const openCalendar = async (name = "Open the calendar") => {
  await userEvent.click(screen.getByRole("button", { name }));
  return within(await screen.findByRole("dialog"));
};
const dayButton = (name: string | RegExp) => screen.findByRole("button", { name });

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
beforeEach(() => {
  changed.mockReset();
  vi.stubGlobal("fetch", async () => Response.json({ time_zone: "Europe/London" }));
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await changeLanguage("en");
});

describe("a day", () => {
  it.each([
    ["en", "22 Nov 2026", "November 2026", "Mon"],
    ["fr", "22 nov. 2026", "novembre 2026", "lun."],
    ["hi", "22 नव॰ 2026", "नवंबर 2026", "सोम"],
    ["ar", /22.*11.*2026/, "نوفمبر 2026", "ن"],
  ])("is shown in %s, and so is its calendar", async (language, text, month, monday) => {
    await changeLanguage(language as Language);
    await loadRest();
    show(<Day />);
    if (typeof text === "string") expect(box()).toHaveValue(text);
    else expect(box().value).toMatch(text);
    await userEvent.click(screen.getByRole("button"));
    expect(await screen.findByRole("button", { name: month })).toBeInTheDocument();
    expect(screen.getAllByRole("columnheader").map((head) => head.textContent)).toContain(monday);
  });

  it("starts the week on the language's first day", async () => {
    show(<Day />);
    const calendar = await openCalendar();
    await dayButton("November 2026");
    expect(calendar.getAllByRole("columnheader")[0]).toHaveTextContent("Mon");
    await userEvent.keyboard("{Escape}");
    await changeLanguage("ar");
    await loadRest();
    await userEvent.click(screen.getByRole("button"));
    await dayButton("نوفمبر 2026");
    expect(screen.getAllByRole("columnheader")[0]).toHaveTextContent("س");
  });

  it("applies once it is typed with a four-digit year", async () => {
    show(<Day />);
    await userEvent.clear(box());
    await userEvent.type(box(), "3/4/202");
    expect(changed).not.toHaveBeenCalled();
    await userEvent.type(box(), "7");
    expect(changed.mock.calls).toEqual([["2027-04-03"]]);
    await userEvent.tab();
    expect(box()).toHaveValue("3 Apr 2027");
  });

  it("completes the year when the field loses focus, and is removed with its text", async () => {
    show(<Day />);
    await userEvent.clear(box());
    await userEvent.type(box(), "3 april 27");
    await userEvent.tab();
    expect(changed.mock.calls).toEqual([["2027-04-03"]]);
    await userEvent.clear(box());
    await userEvent.tab();
    expect(changed).toHaveBeenLastCalledWith("");
  });

  it("is rejected with an example when invalid, and the previous day stays", async () => {
    show(<Day />);
    await userEvent.clear(box());
    await userEvent.type(box(), "next week{Enter}");
    expect(screen.getByText("Enter a date, for example 22 Nov 2026.")).toBeInTheDocument();
    expect(box()).toBeInvalid();
    expect(changed).not.toHaveBeenCalled();
  });

  it("shows an error outside its limits, and cannot be selected in the calendar", async () => {
    show(<Day min="2026-11-20" max="2026-11-25" />);
    await openCalendar();
    expect(await dayButton("Thursday, 26 November 2026")).toBeDisabled();
    expect(await dayButton("Thursday, 19 November 2026")).toBeDisabled();
    await userEvent.keyboard("{Escape}");
    await userEvent.clear(box());
    await userEvent.type(box(), "26/11/2026");
    expect(screen.getByText("Latest date: 25 Nov 2026")).toBeInTheDocument();
  });

  it("can be selected by keyboard only, and the focus returns to the button", async () => {
    show(<Day />);
    await userEvent.tab();
    await userEvent.tab();
    await userEvent.keyboard("{Enter}");
    const selected = await dayButton("Sunday, 22 November 2026");
    await waitFor(() => expect(selected).toHaveFocus());
    await userEvent.keyboard("{ArrowRight}{ArrowDown}{Enter}");
    expect(changed.mock.calls).toEqual([["2026-11-30"]]);
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Open the calendar" })).toHaveFocus();
  });

  it("is unchanged by Escape, which only closes the calendar", async () => {
    const onEscape = vi.fn();
    // biome-ignore lint/a11y/noStaticElementInteractions: simulates a dialog around the field.
    show(<div onKeyDown={onEscape}>{<Day />}</div>);
    await openCalendar();
    const selected = await dayButton("Sunday, 22 November 2026");
    await waitFor(() => expect(selected).toHaveFocus());
    expect(selected).toHaveAttribute("data-mantine-stop-propagation", "true");
    await userEvent.keyboard("{Escape}");
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    expect(changed).not.toHaveBeenCalled();
    expect(screen.getByRole("button", { name: "Open the calendar" })).toHaveFocus();
  });

  it("has the next day on the left in a right-to-left language", async () => {
    await changeLanguage("ar");
    await loadRest();
    show(<Day />);
    await userEvent.click(screen.getByRole("button"));
    const selected = await dayButton(/22 نوفمبر/);
    await waitFor(() => expect(selected).toHaveFocus());
    await userEvent.keyboard("{ArrowLeft}{Enter}");
    expect(changed.mock.calls).toEqual([["2026-11-23"]]);
  });
});

describe("an invalid day", () => {
  const send = vi.fn();

  it("blocks the form's submission, and gets the focus", async () => {
    show(<Add send={send} />);
    await userEvent.clear(await screen.findByRole("textbox"));
    await userEvent.type(box(), "31/2/2027");
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    expect(send).not.toHaveBeenCalled();
    expect(box()).toHaveFocus();
    await userEvent.clear(box());
    await userEvent.type(box(), "28/2/2027{Enter}");
    expect(send).toHaveBeenCalledOnce();
    expect(changed).toHaveBeenLastCalledWith("2027-02-28");
  });
});

describe("the calendar", () => {
  it("is closed by its button", async () => {
    show(<Day />);
    await openCalendar();
    await userEvent.click(screen.getByRole("button", { name: "Open the calendar" }));
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  it("keeps the focus when months replace days, and closes on Escape then", async () => {
    show(<Day />);
    const calendar = await openCalendar();
    const month = await calendar.findByRole("button", { name: "November 2026" });
    month.focus();
    await userEvent.keyboard("{Enter}");
    expect(await calendar.findByRole("button", { name: "Nov" })).toBeVisible();
    expect(document.activeElement?.closest("[role=dialog] table")).not.toBeNull();
    await userEvent.keyboard("{Escape}");
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  it("is closed by Escape in the text field, and the form around it stays open", async () => {
    const close = vi.fn();
    show(<Add close={close} />);
    await userEvent.click(await screen.findByRole("button", { name: "Open the calendar" }));
    await screen.findByRole("dialog", { name: "Calendar" });
    await userEvent.click(box());
    await userEvent.keyboard("{Escape}");
    expect(screen.queryByRole("dialog", { name: "Calendar" })).not.toBeInTheDocument();
    expect(close).not.toHaveBeenCalled();
  });

  it("starts at a permitted day if its value is not", async () => {
    show(<Day start="2020-01-01" min="2026-11-20" />);
    await openCalendar();
    await waitFor(() =>
      expect(screen.getByRole("dialog")).toContainElement(document.activeElement as HTMLElement),
    );
  });
});

describe("a date and time", () => {
  const time = () => screen.getByRole("combobox") as HTMLInputElement;

  it.each([
    ["en", "14:05"],
    ["hi", "02:05 pm"],
  ])("are on the clock of %s", async (language, text) => {
    await changeLanguage(language as Language);
    await loadRest();
    show(<When />);
    expect(time().value.replace(/\s/g, " ")).toBe(text);
  });

  it("are one value, which is empty while a part is missing", async () => {
    show(<When />);
    const group = within(screen.getByRole("group", { name: "Pickup" }));
    await userEvent.clear(time());
    await userEvent.tab();
    expect(changed).toHaveBeenLastCalledWith("");
    await userEvent.type(group.getByRole("combobox", { name: "Time" }), "9:30");
    expect(changed).toHaveBeenLastCalledWith("2026-11-22T09:30");
    const day = group.getByRole("textbox", { name: "Date" });
    await userEvent.clear(day);
    await userEvent.type(day, "2026-12-24");
    expect(changed).toHaveBeenLastCalledWith("2026-12-24T09:30");
    await userEvent.clear(day);
    await userEvent.type(day, "soon{Tab}");
    expect(changed).toHaveBeenLastCalledWith("");
    expect(day).toHaveValue("soon");
    expect(screen.getByText(/^Enter a date/)).toBeVisible();
  });

  it("can be selected in quarters of an hour", async () => {
    show(<When />);
    await userEvent.click(time());
    expect((await screen.findAllByRole("option", { hidden: true }))[0]).toHaveTextContent("14:00");
    await userEvent.click(await screen.findByRole("option", { name: "18:45", hidden: true }));
    expect(changed).toHaveBeenLastCalledWith("2026-11-22T18:45");
    expect(time()).toHaveValue("18:45");
  });
});

it("no page uses a native date field, which has the browser's language", async () => {
  const sources = import.meta.glob<string>("/src/**/*.tsx", {
    query: "?raw",
    import: "default",
    eager: true,
  });
  const native = /type=\{?[^}\n]*["'](?:date|time|datetime-local|month|week)["']/;
  const found = Object.entries(sources)
    .filter(([path, source]) => !path.includes(".test.") && native.test(source))
    .map(([path]) => path);
  expect(Object.keys(sources).length).toBeGreaterThan(300);
  expect(found).toEqual([]);
});
