import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "@/api/query-client";
import { dropSession } from "@/api/token";
import { loadRest, startI18n } from "@/i18n/setup";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { LoginPage } from "./login-page";

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const demo = {
  accounts: [{ email: "ada@hansom.example", password: "lamplight", role: "rider", name: "Ada" }],
};

function serve(signIn: () => Response, settings: unknown = { demo: null }) {
  const bodies: unknown[] = [];
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    if (path.endsWith("settings/public/")) return json(settings);
    bodies.push(JSON.parse(String(init.body)));
    return signIn();
  });
  return bodies;
}

function show() {
  const onSignedIn = vi.fn();
  render(
    <ThemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <LoginPage onSignedIn={onSignedIn} />
      </QueryClientProvider>
    </ThemeProvider>,
  );
  return onSignedIn;
}

const email = () => screen.getByLabelText("E-mail");
const password = () => screen.getByLabelText("Password");
const submit = () => screen.getByRole("button", { name: "Log in" });
const session = { access: "t", expires_in: 600, user: { id: 1, user_type: "rider" } };

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
afterEach(() => {
  dropSession();
  vi.unstubAllGlobals();
});

describe("signing in with e-mail and password", () => {
  it("refuses an address without a domain, clears both fields and asks nobody", async () => {
    const bodies = serve(() => json(session));
    show();
    await userEvent.type(email(), "ada@hansom");
    await userEvent.type(password(), "lamplight");
    await userEvent.click(submit());
    expect(await screen.findByRole("alert")).toHaveTextContent("Enter a valid e-mail address");
    expect(email()).toHaveValue("");
    expect(password()).toHaveValue("");
    expect(bodies).toEqual([]);
  });

  it("refuses an empty password", async () => {
    const bodies = serve(() => json(session));
    show();
    await userEvent.type(email(), "ada@hansom.example");
    await userEvent.click(submit());
    expect(await screen.findByRole("alert")).toBeInTheDocument();
    expect(bodies).toEqual([]);
  });

  it("shows the server's refusal in the reader's words and keeps what was typed", async () => {
    serve(() => json({ code: "require_approval", detail: "x" }, 403));
    show();
    await userEvent.type(email(), "ada@hansom.example");
    await userEvent.type(password(), "lamplight");
    await userEvent.click(submit());
    expect(await screen.findByRole("alert")).toHaveTextContent("has not been approved yet");
    expect(email()).toHaveValue("ada@hansom.example");
  });

  it("hands on who signed in", async () => {
    const bodies = serve(() => json(session));
    const onSignedIn = show();
    await userEvent.type(email(), " ada@hansom.example ");
    await userEvent.type(password(), "lamplight");
    await userEvent.click(submit());
    await waitFor(() => expect(onSignedIn).toHaveBeenCalled());
    expect(bodies).toEqual([{ email: "ada@hansom.example", password: "lamplight" }]);
  });
});

describe("the demonstration accounts", () => {
  it("sign in with one click when the installation has them", async () => {
    const bodies = serve(() => json(session), { demo });
    show();
    await userEvent.click(await screen.findByRole("button", { name: /^Rider\s*Ada$/ }));
    await waitFor(() =>
      expect(bodies).toEqual([{ email: "ada@hansom.example", password: "lamplight" }]),
    );
  });

  it("are not there when it has none", async () => {
    serve(() => json(session));
    show();
    await waitFor(() => expect(screen.queryByText("Have a look around")).not.toBeInTheDocument());
  });
});
