import { QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ReactNode, useState } from "react";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Country } from "@/api/countries";
import { formatMobile } from "@/api/mobile-number";
import { createQueryClient } from "@/api/query-client";
import { loadRest, startI18n } from "@/i18n/setup";
import { PhoneInput } from "./phone-input";
import { ThemeProvider } from "./theme/theme-provider";

const UK = { label: "United Kingdom", code: "GB", phone: "44" };
const HINT = "As you dial it, or with + and the country code";

const FRANCE = { label: "France", code: "FR", phone: "33" };
const NOT_VALID = /^Enter a valid phone number/;

/** A form that stores its fields in one value. */
function Pair() {
  const [value, setValue] = useState({ phone: "", note: "" });
  const [sent, setSent] = useState(false);
  return (
    <>
      <PhoneInput
        label="Phone"
        value={value.phone}
        disabled={sent}
        onChange={(phone) => setValue({ ...value, phone })}
      />
      <input
        aria-label="Note"
        value={value.note}
        onChange={(event) => setValue({ ...value, note: event.target.value })}
      />
      <button type="button" onClick={() => setSent(true)}>
        Send
      </button>
    </>
  );
}

function Abroad() {
  const [country, setCountry] = useState(FRANCE);
  return (
    <>
      <Form country={country} />
      <button type="button" onClick={() => setCountry(UK)}>
        United Kingdom
      </button>
    </>
  );
}

function Form({ country }: { country?: Country }) {
  const [number, setNumber] = useState("");
  return <PhoneInput label="Phone" value={number} onChange={setNumber} country={country} />;
}

function open(home: string, country?: Country) {
  return show(country ? <Form country={country} /> : <Form />, async () => settingsOf(home));
}

const settingsOf = (home: string) => Response.json({ register: { default_country: home } });

function show(form: ReactNode, settings: () => Promise<Response>) {
  vi.stubGlobal("fetch", settings);
  render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>{form}</QueryClientProvider>
    </ThemeProvider>,
  );
  return screen.getByRole("textbox", { name: "Phone" });
}

async function typeAndLeave(field: HTMLElement, number: string) {
  await userEvent.clear(field);
  await userEvent.type(field, number);
  await userEvent.tab();
}

/** Waits until pending work in the browser has completed. */
const turns = () => act(() => new Promise((done) => setTimeout(done, 50)));

beforeAll(async () => {
  await startI18n();
  await loadRest();
  await formatMobile("+447700900101", undefined);
});
afterEach(() => vi.unstubAllGlobals());

describe("a field for a phone number", () => {
  it("explains the format, and shows one error once an invalid number is left", async () => {
    const field = open("GB", UK);
    expect(field).toHaveAccessibleDescription(HINT);
    await typeAndLeave(field, "07700");
    expect(await screen.findByText(/^Enter a valid phone number/)).toBeInTheDocument();
    expect(field).toBeInvalid();
    await userEvent.type(field, "9");
    expect(field).not.toBeInvalid();
  });

  it("clears the error once the country makes the number valid", async () => {
    const field = show(<Abroad />, async () => settingsOf("GB"));
    await typeAndLeave(field, "07700 900101");
    expect(await screen.findByText(NOT_VALID)).toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "United Kingdom" }));
    expect(screen.queryByText(NOT_VALID)).not.toBeInTheDocument();
    expect(field).not.toBeInvalid();
  });

  it("shows no error before the country is known", async () => {
    let give = (_: Response) => {};
    const field = show(<Form />, () => new Promise((done) => (give = done)));
    await typeAndLeave(field, "07700 900101");
    await turns();
    expect(field).not.toBeInvalid();
    give(settingsOf("GB"));
    await turns();
    expect(field).not.toBeInvalid();
  });

  it("keeps other input that was typed during validation", async () => {
    const field = show(<Pair />, async () => settingsOf("GB"));
    await turns();
    fireEvent.change(field, { target: { value: "07700 900101" } });
    fireEvent.blur(field);
    fireEvent.change(screen.getByLabelText("Note"), { target: { value: "ring twice" } });
    await waitFor(() => expect(field).toHaveValue("+44 7700 900101"));
    expect(screen.getByLabelText("Note")).toHaveValue("ring twice");
  });

  it("does not change a number that is being submitted", async () => {
    const field = show(<Pair />, async () => settingsOf("GB"));
    await turns();
    fireEvent.change(field, { target: { value: "07700 900101" } });
    fireEvent.blur(field);
    fireEvent.click(screen.getByRole("button", { name: "Send" }));
    await turns();
    expect(field).toHaveValue("07700 900101");
  });

  it("accepts an empty optional number", async () => {
    const field = open("GB", UK);
    await userEvent.click(field);
    await userEvent.tab();
    expect(field).not.toBeInvalid();
  });

  it("keeps the typed text behind a prefix", async () => {
    const field = open("GB", UK);
    await typeAndLeave(field, "(07700) 900-101");
    expect(field).toHaveValue("(07700) 900-101");
    expect(field).not.toBeInvalid();
  });

  it.each(["07700 900101", "0044 7700 900101", "٠٧٧٠٠٩٠٠١٠١"])(
    "without a prefix shows the full number of %s in the operator's country",
    async (typed) => {
      const field = open("GB");
      await typeAndLeave(field, typed);
      await waitFor(() => expect(field).toHaveValue("+44 7700 900101"));
    },
  );

  it("requires the country code if the operator has no country", async () => {
    const field = open("");
    await typeAndLeave(field, "07700 900101");
    expect(await screen.findByText(/^Enter a valid phone number/)).toBeInTheDocument();
    await typeAndLeave(field, "+447700900101");
    await waitFor(() => expect(field).toHaveValue("+44 7700 900101"));
  });
});
