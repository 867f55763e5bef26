import { Button, Skeleton } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { Drawer } from "../dialog/drawer";
import { Modal } from "../dialog/modal";
import { ThemeProvider } from "./theme-provider";

for (const [name, Base] of [
  ["dialog", Modal],
  ["drawer", Drawer],
] as const) {
  it(`the title bar of a ${name} is not a second banner of the page`, async () => {
    render(
      <ThemeProvider>
        <Base opened onClose={() => undefined} title="Cancel the trip" />
      </ThemeProvider>,
    );
    const dialog = await screen.findByRole("dialog", { name: "Cancel the trip" });
    expect(dialog.querySelector("header")).toHaveAttribute("role", "none");
    expect(screen.queryByRole("banner")).toBeNull();
  });
}

it("the next step on a screen has the colours of the lamp", () => {
  render(
    <ThemeProvider>
      <Button variant="lamp">Book</Button>
      <Button variant="filled">Back</Button>
    </ThemeProvider>,
  );
  const style = (name: string) => screen.getByRole("button", { name }).style;
  const colours = ["--button-bg", "--button-hover", "--button-color", "--button-bd"];
  expect(colours.map((colour) => style("Book").getPropertyValue(colour))).toEqual([
    "var(--hx-lamp)",
    "var(--hx-lamp-hover)",
    "var(--hx-on-lamp)",
    "1px solid transparent",
  ]);
  expect(style("Back").getPropertyValue("--button-bg")).toBe("var(--hx-primary)");
});

it("a skeleton has the corners of the small parts that it stands for", () => {
  render(
    <ThemeProvider>
      <Skeleton data-testid="skeleton" />
    </ThemeProvider>,
  );
  const { style } = screen.getByTestId("skeleton");
  expect(style.getPropertyValue("--skeleton-radius")).toBe("var(--mantine-radius-sm)");
});
