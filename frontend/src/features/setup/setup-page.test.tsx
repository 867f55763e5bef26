import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { loadRest, startI18n } from "@/i18n/setup";
import { answer, callsTo, mockApi, refusal, show } from "@/testing/mock-auth";
import { SetupPage } from "./setup-page";

const STATE = {
  needed: true,
  countries: [
    { code: "KE", name: "Kenya", currency: "KES", time_zones: ["Africa/Nairobi"] },
    {
      code: "US",
      name: "United States",
      currency: "USD",
      time_zones: ["America/Chicago", "America/New_York"],
    },
  ],
  currencies: [
    { code: "KES", name: "Kenyan Shilling" },
    { code: "USD", name: "US Dollar" },
  ],
};
const SAVE = { name: "Set up" };

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
afterEach(() => vi.unstubAllGlobals());

const title = (name: string) => screen.findByRole("heading", { level: 1, name });

function mockSetup(reply: () => Response = () => answer({ email: "owner@kestrel.example" }, 201)) {
  return mockApi({ "setup/": ({ body }) => ("key" in body ? reply() : answer(STATE)) });
}

async function fill() {
  await userEvent.type(await screen.findByLabelText(/^Company name/), "Kestrel");
  await userEvent.click(screen.getByRole("combobox", { name: /^Country/ }));
  await userEvent.click(await screen.findByRole("option", { name: "Kenya", hidden: true }));
  await userEvent.type(screen.getByLabelText(/^Your email/), "owner@kestrel.example");
  await userEvent.type(screen.getByLabelText(/^Password/), "Correct1Horse");
  await userEvent.click(screen.getByRole("button", SAVE));
}

it("sets the platform up with the currency and time zone of the country", async () => {
  const calls = mockSetup();
  show(<SetupPage linkKey="k1" />, "/setup");
  await fill();
  expect(await title("Your platform is ready")).toBeInTheDocument();
  expect(screen.getByText(/owner@kestrel.example/)).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Log in" })).toHaveAttribute("href", "/login");
  expect(callsTo(calls, "setup/").at(-1)).toEqual({
    key: "k1",
    company_name: "Kestrel",
    country: "KE",
    currency: "KES",
    time_zone: "Africa/Nairobi",
    email: "owner@kestrel.example",
    password: "Correct1Horse",
  });
});

it("leaves the time zone open in a country with several", async () => {
  mockSetup();
  show(<SetupPage linkKey="k1" />, "/setup");
  await userEvent.click(await screen.findByRole("combobox", { name: /^Country/ }));
  await userEvent.click(await screen.findByRole("option", { name: "United States", hidden: true }));
  expect(screen.getByRole("combobox", { name: /^Currency/ })).toHaveValue("USD · US Dollar");
  expect(screen.getByRole("combobox", { name: /^Time zone/ })).toHaveValue("");
});

it("names blank fields and focuses the first, without a request", async () => {
  const calls = mockSetup();
  show(<SetupPage linkKey="k1" />, "/setup");
  await userEvent.type(await screen.findByLabelText(/^Company name/), "Kestrel");
  await userEvent.click(screen.getByRole("button", SAVE));
  expect(screen.getByRole("combobox", { name: /^Country/ })).toHaveFocus();
  expect(screen.getAllByText("Fill in this field.")).toHaveLength(5);
  expect(callsTo(calls, "setup/").filter((body) => "key" in body)).toEqual([]);
});

it("shows the server's reason at its field and keeps the input", async () => {
  mockSetup(() => refusal("setup_refused", 400, "x", { email: "“o” is not an email address." }));
  show(<SetupPage linkKey="k1" />, "/setup");
  await fill();
  expect(await screen.findByText("“o” is not an email address.")).toBeInTheDocument();
  expect(screen.getByLabelText(/^Your email/)).toHaveFocus();
  expect(screen.getByLabelText(/^Company name/)).toHaveValue("Kestrel");
});

it("shows how to get a new link when it has expired", async () => {
  mockSetup(() => refusal("setup_link_invalid", 403));
  show(<SetupPage linkKey="k1" />, "/setup");
  await fill();
  expect(await title("This link has expired")).toBeInTheDocument();
  expect(screen.getByText("hansom setup --link")).toBeInTheDocument();
});

it("says how to get a link when it is opened without one", async () => {
  mockSetup();
  show(<SetupPage linkKey="" />, "/setup");
  expect(await title("Set up your platform")).toBeInTheDocument();
  expect(screen.queryByRole("button", SAVE)).toBeNull();
});

it("leads to the login when the platform is set up", async () => {
  mockApi({ "setup/": () => answer({ needed: false, countries: [], currencies: [] }) });
  show(<SetupPage linkKey="k1" />, "/setup");
  expect(await title("Already set up")).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Log in" })).toBeInTheDocument();
});

it("offers a retry when the state cannot be loaded", async () => {
  mockApi({ "setup/": () => refusal("forbidden", 403) });
  show(<SetupPage linkKey="k1" />, "/setup");
  expect(await screen.findByRole("button", { name: "Try again" })).toBeInTheDocument();
});
