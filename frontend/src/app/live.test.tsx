import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { rememberMe, restoreSession } from "@/api/session";
import { sessionEnded } from "@/api/token";
import type { Me } from "@/api/types";
import { startI18n } from "@/i18n/setup";
import { SessionEndedAlert } from "./live";

beforeAll(async () => {
  await startI18n();
  await restoreSession();
});
beforeEach(() => sessionEnded("left"));

// The first test loads the kit, which the dialog needs.
const person = { id: 1, user_type: "rider" } as Me;

describe("the end of a session", () => {
  it("is shown in the alert when the server ended it, and closes by its button", async () => {
    render(<SessionEndedAlert />);
    act(() => rememberMe(person));
    act(() => sessionEnded());
    expect(await screen.findByRole("dialog", { name: "Alert" })).toHaveTextContent(
      "You’re not logged in.",
    );
    const closers = screen.getAllByRole("button", { name: "Close" });
    await userEvent.click(closers.at(-1) as HTMLElement);
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  it("is not shown to users who logged out themselves, nor to visitors", async () => {
    render(<SessionEndedAlert />);
    act(() => rememberMe(person));
    act(() => sessionEnded("left"));
    act(() => sessionEnded());
    await new Promise((done) => setTimeout(done, 50));
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });
});
