import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { currentViewer, restoreSession } from "@/api/session";
import { changeLanguage, loadRest, startI18n } from "@/i18n/setup";
import { ADA, callsTo, mockApi, refusal, show } from "@/testing/mock-profile-api";
import { LanguageCard } from "./language-card";
import { ProfilePage } from "./profile-page";
import { ReferralCard } from "./referral-card";

beforeAll(async () => {
  await startI18n();
  await loadRest();
  await restoreSession();
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await changeLanguage("en");
});

describe("the page", () => {
  it("shows the user, and a link to each section", async () => {
    mockApi();
    show(ADA, () => <ProfilePage />);
    expect(screen.getByRole("heading", { level: 1, name: "Profile" })).toBeInTheDocument();
    expect(screen.getByText("Ada Lovelace")).toBeInTheDocument();
    const parts = screen.getAllByRole("heading", { level: 2 }).map((part) => part.textContent);
    const sections = within(screen.getByRole("navigation"));
    const links = sections.getAllByRole("link").map((link) => link.textContent);
    expect(links).toEqual(parts);
    const contact = screen.getByRole("heading", { level: 2, name: "Contact" });
    Element.prototype.scrollIntoView = () => undefined;
    await userEvent.click(screen.getByRole("link", { name: "Contact" }));
    expect(contact).toHaveFocus();
  });

  it("ends with the version that the server names in the page", () => {
    document.head.insertAdjacentHTML("beforeend", '<meta name="version" content="1.4.2">');
    mockApi();
    show(ADA, () => <ProfilePage />);
    expect(screen.getByText("Version 1.4.2")).toBeVisible();
    document.head.querySelector("meta[name=version]")?.remove();
  });
});

describe("the language", () => {
  it("changes the app at once and is saved with the user", async () => {
    const calls = mockApi();
    show(ADA, () => <LanguageCard />);
    await userEvent.click(screen.getByRole("radio", { name: "العربية" }));
    expect(await screen.findByRole("heading", { name: "اللغة" })).toBeInTheDocument();
    expect(document.documentElement.dir).toBe("rtl");
    await waitFor(() => expect(currentViewer().me?.language).toBe("ar"));
    expect(callsTo(calls, "PATCH me/")[0]?.body).toEqual({ language: "ar" });
  });

  it("shows that it could not be saved", async () => {
    mockApi({ "PATCH me/": () => refusal("unavailable") });
    show(ADA, () => <LanguageCard />);
    await userEvent.click(screen.getByRole("radio", { name: "العربية" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("تعذر حفظها في حسابك");
    expect(currentViewer().me?.language).toBe("en");
  });
});

describe("the referral id", () => {
  it("is copied, and its link opens the sign-up", async () => {
    mockApi();
    const user = userEvent.setup();
    show(ADA, () => <ReferralCard id="ada4821" />);
    await user.click(screen.getByRole("button", { name: "Copy code" }));
    expect(await navigator.clipboard.readText()).toBe("ada4821");
    await user.click(screen.getByRole("button", { name: "Copy link" }));
    expect(await navigator.clipboard.readText()).toBe(`${location.origin}/register?ref=ada4821`);
  });

  it("can be copied manually when the browser does not allow it", async () => {
    mockApi();
    const user = userEvent.setup();
    vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("no"));
    show(ADA, () => <ReferralCard id="ada4821" />);
    await user.click(screen.getByRole("button", { name: "Copy code" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("/register?ref=ada4821");
  });
});
