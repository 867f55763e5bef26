import { render, screen } from "@testing-library/react";
import { beforeAll, describe, expect, it } from "vitest";
import { loadRest, startI18n } from "@/i18n/setup";
import { PhoneLink } from "./phone-link";

beforeAll(async () => {
  await startI18n();
  await loadRest();
});

describe("a phone link", () => {
  it("dials the digits", () => {
    render(<PhoneLink number="+44 7911 123456" />);
    const link = screen.getByRole("link", { name: "+44 7911 123456" });
    expect(link).toHaveAttribute("href", "tel:+447911123456");
  });

  it("is plain text if the server hides the number", () => {
    render(<PhoneLink number="Hidden" />);
    expect(screen.getByText("Hidden")).toBeInTheDocument();
    expect(screen.queryByRole("link")).not.toBeInTheDocument();
  });
});
