import { act, render, screen } from "@testing-library/react";
import { lazy, Suspense } from "react";
import { MemoryRouter, Route, Routes, useLocation } from "react-router";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { rememberMe, restoreSession } from "@/api/session";
import { sessionEnded } from "@/api/token";
import type { Me, UserType } from "@/api/types";
import { startI18n } from "@/i18n/setup";
import { GuardedRouter } from "@/ui/guarded-router";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { RequireRole } from "./require-role";
import router from "./router.tsx?raw";
import { type GuardedPath, landingOf, mayOpen, PERMITTED } from "./routes";

const person = (user_type: UserType) => ({ id: 1, user_type }) as Me;

function LoginStub() {
  const { state } = useLocation();
  return <p>login, from {(state as { from: string }).from}</p>;
}

function open(path: GuardedPath) {
  render(
    <ThemeProvider>
      <MemoryRouter initialEntries={[`${path}?status=NEW`]}>
        <Routes>
          <Route
            path={path}
            element={
              <RequireRole permitted={PERMITTED[path]}>
                <p>inside</p>
              </RequireRole>
            }
          />
          <Route path="/login" element={<LoginStub />} />
        </Routes>
      </MemoryRouter>
    </ThemeProvider>,
  );
}

beforeAll(async () => {
  await startI18n();
  await restoreSession();
});
beforeEach(() => sessionEnded());

const roles: UserType[] = ["rider", "driver", "fleetadmin", "admin"];

describe("the guard", () => {
  for (const path of Object.keys(PERMITTED) as GuardedPath[]) {
    for (const role of roles) {
      const permitted = (PERMITTED[path] as readonly UserType[]).includes(role);
      it(`${permitted ? "opens" : "closes"} ${path} to a ${role}`, () => {
        rememberMe(person(role));
        open(path);
        if (permitted) expect(screen.getByText("inside")).toBeInTheDocument();
        else expect(screen.getByText(`login, from ${path}?status=NEW`)).toBeInTheDocument();
        expect(mayOpen(role, path)).toBe(permitted);
      });
    }

    it(`closes ${path} to a visitor`, () => {
      open(path);
      expect(screen.queryByText("inside")).not.toBeInTheDocument();
    });
  }

  it("waits while it is not known who is here", async () => {
    vi.resetModules();
    const { RequireRole: Fresh } = await import("./require-role");
    render(
      <ThemeProvider>
        <MemoryRouter>
          <Fresh permitted={roles}>
            <p>inside</p>
          </Fresh>
        </MemoryRouter>
      </ThemeProvider>,
    );
    expect(screen.getByRole("status")).toBeInTheDocument();
    expect(screen.queryByText("inside")).not.toBeInTheDocument();
  });
});

describe("while the login page's code loads", () => {
  const NeverLoaded = lazy(() => new Promise<never>(() => undefined));

  it("redirects once, even if the user changes meanwhile", () => {
    window.history.pushState({}, "", "/dashboard");
    rememberMe(person("rider"));
    render(
      <ThemeProvider>
        <GuardedRouter>
          <Suspense>
            <Routes>
              <Route
                path="/dashboard"
                element={
                  <RequireRole permitted={PERMITTED["/dashboard"]}>
                    <p>inside</p>
                  </RequireRole>
                }
              />
              <Route path="/login" element={<NeverLoaded />} />
            </Routes>
          </Suspense>
        </GuardedRouter>
      </ThemeProvider>,
    );
    expect(window.location.pathname).toBe("/login");
    window.history.pushState({}, "", "/about-us");
    act(() => rememberMe(person("rider")));
    expect(window.location.pathname).toBe("/about-us");
  });
});

describe("a user who logs out", () => {
  function frame() {
    render(
      <ThemeProvider>
        <MemoryRouter initialEntries={["/profile"]}>
          <Routes>
            <Route
              path="/profile"
              element={
                <RequireRole permitted={PERMITTED["/profile"]}>
                  <p>inside</p>
                </RequireRole>
              }
            />
            <Route path="/" element={<p>home</p>} />
            <Route path="/login" element={<LoginStub />} />
          </Routes>
        </MemoryRouter>
      </ThemeProvider>,
    );
  }

  it("goes home without a login prompt", () => {
    rememberMe(person("rider"));
    frame();
    act(() => sessionEnded("left"));
    expect(screen.getByText("home")).toBeInTheDocument();
  });

  it("is prompted to log in when returning", () => {
    sessionEnded("left");
    frame();
    expect(screen.getByText("login, from /profile")).toBeInTheDocument();
  });

  it("is redirected to the login if the server has ended the session", () => {
    rememberMe(person("rider"));
    frame();
    act(() => sessionEnded());
    expect(screen.getByText("login, from /profile")).toBeInTheDocument();
  });
});

describe("the route table", () => {
  it("redirects every role as the documents require", () => {
    expect(roles.map(landingOf)).toEqual(["/", "/bookings", "/dashboard", "/dashboard"]);
  });

  it("guards details like their list, and leaves public pages open", () => {
    expect(mayOpen("rider", "/bookings/81")).toBe(true);
    expect(mayOpen("rider", "/dashboard?x=1")).toBe(false);
    expect(mayOpen("driver", "/about-us")).toBe(true);
  });

  /* If they differed, the guard and the login page would redirect a logged-in user in a loop. */
  it("matches the guard of every page of the router", () => {
    const guards = [...router.matchAll(/path="([^"]+)"\s+element=\{guarded\("([^"]+)"/g)];
    expect(guards.length).toBeGreaterThan(8);
    for (const [, page = "", guard] of guards) {
      const permitted: readonly UserType[] = PERMITTED[guard as GuardedPath];
      for (const role of roles)
        expect(mayOpen(role, page.replace(/:\w+/g, "7")), `${page} for a ${role}`).toBe(
          permitted.includes(role),
        );
    }
  });
});
