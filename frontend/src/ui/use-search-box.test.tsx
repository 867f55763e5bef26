import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useSearchBox } from "./use-search-box";

const found = vi.fn();

function Box({ search }: { search: string }) {
  const { field, waiting } = useSearchBox(search, found);
  return <input aria-label="Search" aria-busy={waiting} {...field} />;
}

const box = () => screen.getByLabelText<HTMLInputElement>("Search");
const type = (value: string) => fireEvent.change(box(), { target: { value } });
const wait = (pause: number) => act(() => vi.advanceTimersByTime(pause));

beforeEach(() => {
  vi.useFakeTimers();
  found.mockReset();
});
afterEach(() => vi.useRealTimers());

it("searches after a pause, and reports meanwhile that the rows are outdated", () => {
  const { rerender } = render(<Box search="" />);
  type("a");
  type("ann");
  expect(box()).toHaveAttribute("aria-busy", "true");
  wait(300);
  expect(found.mock.calls).toEqual([["ann"]]);
  rerender(<Box search="ann" />);
  expect(box()).toHaveAttribute("aria-busy", "false");
});

it("searches at once when the field is left, and only once", () => {
  render(<Box search="" />);
  type("ann");
  fireEvent.blur(box());
  expect(found.mock.calls).toEqual([["ann"]]);
  wait(1000);
  expect(found).toHaveBeenCalledTimes(1);
});

it("keeps text that was typed while an earlier search was running", () => {
  const { rerender } = render(<Box search="" />);
  type("Ada ");
  wait(300);
  type("Ada L");
  rerender(<Box search="Ada" />);
  expect(box()).toHaveValue("Ada L");
  wait(300);
  expect(found.mock.calls).toEqual([["Ada"], ["Ada L"]]);
});

it("cancels a search that has not started", () => {
  const { rerender } = render(<Box search="" />);
  type("ann");
  wait(300);
  type("");
  wait(300);
  expect(found.mock.calls).toEqual([["ann"], [""]]);
  rerender(<Box search="ann" />);
  rerender(<Box search="" />);
  expect(box()).toHaveValue("");
});

it("shows a search that was cleared or set elsewhere, and cancels a pending one", () => {
  const { rerender } = render(<Box search="ann" />);
  type("anna");
  rerender(<Box search="zoe" />);
  expect(box()).toHaveValue("zoe");
  wait(1000);
  expect(found).not.toHaveBeenCalled();
  rerender(<Box search="" />);
  expect(box()).toHaveValue("");
});
