import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import { loadRest, startI18n } from "@/i18n/setup";
import { PrivacyPage } from "./privacy-page";
import { TermsPage } from "./terms-page";

const PERIODS = [
  { name: "chats", hours: 4320 },
  { name: "phone_codes", hours: 25 },
  { name: "photos", hours: null },
];

const VERSION = {
  id: 5,
  document: "privacy",
  label: "2026-11",
  published_at: "2026-11-27T12:00:00Z",
  language: "en",
  text: "We keep your trips for a year.",
};

function show(
  contact_email: string,
  periods: () => Response = () => Response.json(PERIODS),
  versions: object[] = [],
  page = <PrivacyPage />,
): void {
  vi.stubGlobal("fetch", async (url: string) => {
    if (url.includes("terms/")) return Response.json({ results: versions });
    return url.includes("retention/") ? periods() : Response.json({ contact_email });
  });
  render(
    <MantineProvider>
      <QueryClientProvider client={createQueryClient()}>{page}</QueryClientProvider>
    </MantineProvider>,
  );
}

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
afterEach(() => vi.unstubAllGlobals());

describe("the privacy policy", () => {
  it("shows the operator's address when the settings have one", async () => {
    show("hello@cabs.example");
    const address = await screen.findByRole("link", { name: "hello@cabs.example" });
    expect(address).toHaveAttribute("href", "mailto:hello@cabs.example");
  });

  it("shows no contact where there is no address", async () => {
    show("");
    await screen.findByRole("table");
    expect(screen.getByRole("heading", { level: 1 })).toBeInTheDocument();
    expect(screen.queryByRole("link")).not.toBeInTheDocument();
  });

  it("shows the retention periods in days, in hours, or as none", async () => {
    show("");
    const row = (name: string) => screen.getByRole("row", { name });
    expect(await screen.findByRole("table", { name: "Retention periods" })).toBeInTheDocument();
    expect(row("Messages between rider and driver 180 days")).toBeInTheDocument();
    expect(row("Codes sent by text message 25 hours")).toBeInTheDocument();
    expect(row("Photos of deliveries No fixed period")).toBeInTheDocument();
  });

  it("shows an error in place of the periods", async () => {
    show("", () => Response.json({ code: "unavailable", detail: "" }, { status: 403 }));
    expect(await screen.findByRole("alert")).toBeInTheDocument();
    expect(screen.queryByRole("table")).not.toBeInTheDocument();
  });

  it("shows the published version in its place", async () => {
    show("hello@cabs.example", undefined, [VERSION]);
    expect(await screen.findByText("We keep your trips for a year.")).toHaveAttribute("lang", "en");
    expect(screen.getByRole("heading", { level: 1, name: "Privacy policy" })).toBeInTheDocument();
    expect(screen.queryByRole("table")).not.toBeInTheDocument();
  });
});

describe("the terms of use", () => {
  it("show the published version, and not the privacy policy", async () => {
    const terms = { ...VERSION, id: 6, document: "terms", text: "Be kind to drivers." };
    show("", undefined, [terms, VERSION], <TermsPage />);
    expect(await screen.findByText("Be kind to drivers.")).toBeInTheDocument();
    expect(screen.queryByText(VERSION.text)).not.toBeInTheDocument();
  });

  it("say that none are published", async () => {
    show("", undefined, [VERSION], <TermsPage />);
    expect(await screen.findByText("No terms of use have been published.")).toBeInTheDocument();
  });
});
