import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "@/api/error";
import { createQueryClient } from "@/api/query-client";
import { loadRest, startI18n } from "@/i18n/setup";
import { ThemeProvider } from "@/ui/theme/theme-provider";
import { PhotoField } from "./photo-field";
import { usePhotosPending } from "./use-case-photos";

const uploaded = vi.hoisted(() => vi.fn());
vi.mock("@/api/upload", async (original) => ({ ...(await original<object>()), upload: uploaded }));

const photo = (name: string, type = "image/jpeg") => new File(["x"], name, { type });
/** The uploads that wait for their response. */
let waiting: {
  resolve: (photo: { id: number; url: string }) => void;
  reject: (e: Error) => void;
}[];

beforeAll(async () => {
  await startI18n();
  await loadRest();
  URL.createObjectURL = () => "blob:photo";
  URL.revokeObjectURL = () => undefined;
});
beforeEach(() => {
  waiting = [];
  uploaded.mockReset();
  uploaded.mockImplementation(
    () => new Promise((resolve, reject) => waiting.push({ resolve, reject })),
  );
});

function Page() {
  const [ids, setIds] = useState<number[]>([]);
  const pending = usePhotosPending();
  return (
    <>
      <PhotoField value={ids} onChange={setIds} />
      <p>Sends {ids.join(", ") || "none"}</p>
      <p>{pending ? "Waits" : "Ready"}</p>
      <button type="button" onClick={() => setIds([])}>
        Sent
      </button>
    </>
  );
}

function show() {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ThemeProvider>
        <Page />
      </ThemeProvider>
    </QueryClientProvider>,
  );
  return document.querySelector("input[type=file]") as HTMLInputElement;
}

const answer = async (id: number) => {
  await waitFor(() => expect(waiting.length).toBeGreaterThan(0));
  await act(async () => waiting.shift()?.resolve({ id, url: "/media/private/x.jpg" }));
};

describe("the photos of a message", () => {
  it("uploads one after another, and lets the message wait", async () => {
    await userEvent.upload(show(), [photo("one.jpg"), photo("two.jpg")]);
    expect(screen.getByText("Waits")).toBeVisible();
    await waitFor(() => expect(waiting).toHaveLength(1));
    await answer(7);
    await answer(8);
    expect(await screen.findByText("Sends 7, 8")).toBeVisible();
    expect(screen.getByText("Ready")).toBeVisible();
    expect(uploaded.mock.calls[0]?.[0]).toBe("me/case-photos/");
  });

  it("removes a photo before sending, and keeps the focus", async () => {
    await userEvent.upload(show(), [photo("one.jpg"), photo("two.jpg")]);
    await answer(7);
    await answer(8);
    await userEvent.click(await screen.findByRole("button", { name: "Remove one.jpg" }));
    expect(screen.getByText("Sends 8")).toBeVisible();
    expect(screen.getByRole("button", { name: "Add photos" })).toHaveFocus();
  });

  it("takes five photos at most, and says so", async () => {
    const names = ["1", "2", "3", "4", "5", "6"];
    await userEvent.upload(
      show(),
      names.map((name) => photo(`${name}.jpg`)),
    );
    expect(screen.getAllByRole("listitem")).toHaveLength(5);
    expect(screen.getByRole("alert")).toHaveTextContent("Up to 5 photos");
    expect(screen.getByRole("button", { name: "Add photos" })).toHaveAttribute(
      "aria-disabled",
      "true",
    );
  });

  it("shows why a photo was refused, and drops it", async () => {
    await userEvent.upload(show(), [photo("one.jpg")]);
    await waitFor(() => expect(waiting).toHaveLength(1));
    await act(async () => waiting.shift()?.reject(new ApiError(413, "image_too_large", "")));
    expect(await screen.findByRole("alert")).toHaveTextContent("This photo is too large");
    expect(screen.queryByRole("listitem")).toBeNull();
    expect(screen.getByText("Sends none")).toBeVisible();
  });

  it("has no photos after the message was sent", async () => {
    await userEvent.upload(show(), [photo("one.jpg")]);
    await answer(7);
    await userEvent.click(screen.getByRole("button", { name: "Sent" }));
    expect(screen.queryByRole("listitem")).toBeNull();
  });
});
