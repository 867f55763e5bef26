import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import { loadRest, startI18n } from "@/i18n/setup";
import { PrivacyPage } from "./privacy-page";

function show(contact_email: string): void {
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify({ contact_email })));
  render(
    <QueryClientProvider client={createQueryClient()}>
      <PrivacyPage />
    </QueryClientProvider>,
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
    await new Promise((done) => setTimeout(done, 50));
    expect(screen.getByRole("heading", { level: 1 })).toBeInTheDocument();
    expect(screen.queryByRole("link")).not.toBeInTheDocument();
  });
});
