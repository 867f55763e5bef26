import { fireEvent, render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { Avatar } from "./avatar";

describe("an avatar", () => {
  it("shows the initials when its image does not load", () => {
    const { container } = render(<Avatar name="Ada Marlowe" image="/media/gone.webp" />);
    const picture = container.querySelector("img") as HTMLImageElement;
    expect(picture).toBeInTheDocument();
    fireEvent.error(picture);
    expect(container.querySelector("img")).toBeNull();
    expect(screen.getByText("AM")).toBeInTheDocument();
  });

  it("loads again when the image changes", () => {
    const { container, rerender } = render(<Avatar name="Ada" image="/media/gone.webp" />);
    fireEvent.error(container.querySelector("img") as HTMLImageElement);
    rerender(<Avatar name="Ada" image="/media/new.webp" />);
    expect(container.querySelector("img")).toHaveAttribute("src", "/media/new.webp");
  });
});
