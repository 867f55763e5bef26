import { render } from "@testing-library/react";
import { expect, it } from "vitest";
import { ProviderMark } from "./provider-mark";

it("draws the letters in the API's color, hidden from screen readers", () => {
  const { container } = render(<ProviderMark mark={{ color: "#123456", letters: "AC" }} />);
  const mark = container.querySelector("span");
  expect(mark).toHaveTextContent("AC");
  expect(mark).toHaveStyle({ backgroundColor: "#123456" });
  expect(mark).toHaveAttribute("aria-hidden", "true");
});
