import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { loadRest, startI18n } from "@/i18n/setup";
import { guardLeaving } from "@/ui/leaving";
import { checkRelease } from "@/ui/release";
import { UpdateNotice } from "./update-notice";

beforeAll(async () => {
  await startI18n();
  await loadRest();
});
afterEach(() => {
  document.head.innerHTML = "";
  vi.unstubAllGlobals();
});

it("announces a newer release, and loads it when the page may be left", async () => {
  document.head.innerHTML = `<script type="module" src="/static/assets/index-aaaaaaaa.js"></script>`;
  vi.stubGlobal(
    "fetch",
    async () =>
      new Response(`<script type="module" crossorigin src="/static/assets/index-b.js"></script>`),
  );
  const reload = vi.fn();
  render(<UpdateNotice reload={reload} />);
  expect(screen.getByRole("status")).toBeEmptyDOMElement();
  await act(async () => void (await checkRelease()));
  expect(screen.getByRole("status")).toHaveTextContent("A new version is available.");

  const stop = guardLeaving(async () => false);
  await userEvent.click(screen.getByRole("button", { name: "Reload" }));
  expect(reload).not.toHaveBeenCalled();
  stop();
  await userEvent.click(screen.getByRole("button", { name: "Reload" }));
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));

  await userEvent.click(screen.getByRole("button", { name: "Later" }));
  expect(screen.getByRole("status")).toBeEmptyDOMElement();
});
