import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, Route, Routes, useLocation } from "react-router";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import { rememberMe, restoreSession } from "@/api/session";
import { sessionEnded } from "@/api/token";
import type { Me, UserType } from "@/api/types";
import { loadRest, startI18n } from "@/i18n/setup";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { LoginRoute } from "./login-route";
import { RegisterRoute } from "./register-route";

const settings = {
  demo: null,
  sign_in: { mobile: false, google: true, facebook: false, apple: false },
  register: { country_selection: false, referral: true, password_policy: "alphanumeric" },
};
const session = (user_type: string) => ({
  access: "t",
  expires_in: 600,
  user: { id: 7, user_type, profile_complete: true },
});

function serve(answers: Record<string, unknown>) {
  const requests: string[] = [];
  vi.stubGlobal("fetch", async (url: string) => {
    const path = url.replace("/api/v1/", "");
    requests.push(path);
    const body = { "settings/public/": settings, "countries/": { results: [] }, ...answers }[path];
    return body === undefined
      ? new Response(JSON.stringify({ code: "not_found" }), { status: 404 })
      : new Response(JSON.stringify(body));
  });
  return requests;
}

function Elsewhere() {
  const { pathname, search } = useLocation();
  return <p>page {pathname + search}</p>;
}

function open(at: string | { pathname: string; search?: string; state: unknown }) {
  render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter initialEntries={[at]}>
          <Routes>
            <Route path="/login" element={<LoginRoute />} />
            <Route path="/register" element={<RegisterRoute />} />
            <Route path="*" element={<Elsewhere />} />
          </Routes>
        </MemoryRouter>
      </QueryClientProvider>
    </ThemeProvider>,
  );
}

const person = (user_type: UserType) => ({ id: 7, user_type, profile_complete: true }) as Me;
const page = (name: string) => screen.findByText(`page ${name}`);

beforeAll(async () => {
  await startI18n();
  await loadRest();
  await restoreSession();
});
beforeEach(() => {
  sessionEnded("left");
  sessionStorage.clear();
});
afterEach(() => vi.unstubAllGlobals());

describe("the redirect from a provider", () => {
  for (const [role, landing] of [
    ["rider", "/"],
    ["driver", "/bookings"],
    ["fleetadmin", "/dashboard"],
    ["admin", "/dashboard"],
  ] as const) {
    it(`a ${role} lands on ${landing}`, async () => {
      const requests = serve({ "auth/social/finish/": session(role) });
      open("/login?social=done");
      expect(await page(landing)).toBeInTheDocument();
      expect(requests.filter((path) => path === "auth/social/finish/")).toHaveLength(1);
    });
  }

  it("returns users to the page that they requested", async () => {
    serve({ "auth/social/finish/": session("rider") });
    sessionStorage.setItem("hansom.came-from", "/bookings/81");
    open("/login?social=done");
    expect(await page("/bookings/81")).toBeInTheDocument();
    expect(sessionStorage.getItem("hansom.came-from")).toBeNull();
  });

  it("does not redirect users to another role's page", async () => {
    serve({ "auth/social/finish/": session("rider") });
    sessionStorage.setItem("hansom.came-from", "//elsewhere.example");
    open("/login?social=done");
    expect(await page("/")).toBeInTheDocument();
  });

  it("removes the parameters from the URL and shows the error", async () => {
    serve({});
    open("/login?social_error=social_cancelled");
    expect(await screen.findByRole("alert")).toHaveTextContent("Login cancelled.");
  });
});

describe("the redirect to a provider", () => {
  it("stores the requested page", async () => {
    const assign = vi.fn();
    vi.stubGlobal("location", { ...window.location, assign });
    serve({ "auth/social/google/start/": { url: "https://accounts.example/" } });
    open({ pathname: "/login", state: { from: "/bookings/81" } });
    await userEvent.click(await screen.findByRole("button", { name: "Google" }));
    await waitFor(() => expect(assign).toHaveBeenCalledWith("https://accounts.example/"));
    expect(sessionStorage.getItem("hansom.came-from")).toBe("/bookings/81");
  });
});

describe("the register page", () => {
  it("redirects logged-in users", async () => {
    serve({});
    rememberMe(person("driver"));
    open("/register");
    expect(await page("/bookings")).toBeInTheDocument();
  });

  it("keeps users who log in by it, until it redirects them", async () => {
    serve({});
    open("/register?as=driver");
    expect(await screen.findByRole("heading", { name: "Drive with us" })).toBeInTheDocument();
    act(() => rememberMe(person("driver")));
    expect(screen.getByRole("heading", { name: "Drive with us" })).toBeInTheDocument();
  });

  it("shows on the login page that the account is not approved yet", async () => {
    serve({});
    open({
      pathname: "/login",
      state: { registered: { code: "email_verify_message", email: "ada@hansom.example" } },
    });
    expect(await screen.findByText(/Verify your email/)).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Send again" })).toBeInTheDocument();
  });
});
