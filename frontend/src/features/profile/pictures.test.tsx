import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { currentViewer, restoreSession } from "@/api/session";
import type { Me } from "@/api/types";
import { loadRest, startI18n } from "@/i18n/setup";
import { catchUploads, type FakeUpload, picture } from "@/testing/fake-upload";
import {
  ADA,
  BEN,
  callsTo,
  json,
  mockApi,
  OCTAVIA,
  refusal,
  show,
} from "@/testing/mock-profile-api";
import { LicenceCard } from "./licence-card";
import { PhotoEditor } from "./photo-editor";

const FACE = "/media/users/7/profileImage/a.webp";
const fileField = () => document.querySelector<HTMLInputElement>("input[type=file]");
const button = (name: string) => screen.getByRole("button", { name });

async function choose(file: File): Promise<void> {
  const field = fileField();
  if (!field) throw new Error("no field for a file");
  // A user can choose any file, whatever the field accepts.
  await userEvent.upload(field, file, { applyAccept: false });
}

const showPhoto = (me: Me) => show(me, (now) => <PhotoEditor me={now} name="Ada Lovelace" />);

let uploads: FakeUpload[] = [];

beforeAll(async () => {
  await startI18n();
  await loadRest();
  await restoreSession();
});
beforeEach(() => {
  uploads = catchUploads();
  URL.createObjectURL = () => "blob:preview";
  URL.revokeObjectURL = () => undefined;
});
afterEach(() => vi.unstubAllGlobals());

describe("the photo", () => {
  it("is previewed before it is uploaded with progress", async () => {
    mockApi();
    showPhoto(ADA);
    await choose(picture());
    expect(await screen.findByAltText("Preview of your photo")).toHaveAttribute(
      "src",
      "blob:preview",
    );
    expect(uploads).toEqual([]);
    await userEvent.click(await screen.findByRole("button", { name: "Use photo" }));
    await waitFor(() => expect(uploads).toHaveLength(1));
    expect(uploads[0]?.endpoint).toBe("PUT me/photo/");
    act(() => uploads[0]?.progress(1, 2));
    expect(screen.getByRole("progressbar", { name: "Uploading photo" })).toHaveAttribute(
      "aria-valuenow",
      "50",
    );
    act(() => uploads[0]?.progress(2, 2));
    expect(screen.getByRole("progressbar", { name: /Checking photo/ })).toBeInTheDocument();
    act(() => uploads[0]?.answer(200, { ...ADA, profile_image: FACE }));
    await waitFor(() => expect(currentViewer().me?.profile_image).toBe(FACE));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  });

  it("is rejected before the upload when it has another type: image_invalid", async () => {
    mockApi();
    showPhoto(ADA);
    await choose(picture("ada.heic", "image/heic"));
    expect(await screen.findByRole("alert")).toHaveTextContent("JPEG, PNG or WebP");
    expect(screen.queryByRole("button", { name: "Use photo" })).not.toBeInTheDocument();
    expect(uploads).toEqual([]);
  });

  it("changes nothing when the server cannot read it", async () => {
    mockApi();
    showPhoto(ADA);
    await choose(picture());
    await userEvent.click(await screen.findByRole("button", { name: "Use photo" }));
    await waitFor(() => expect(uploads).toHaveLength(1));
    act(() => uploads[0]?.answer(400, { code: "image_invalid", detail: "x" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("JPEG, PNG or WebP");
    expect(currentViewer().me?.profile_image).toBeNull();
  });

  it("is cancelled when the sheet closes", async () => {
    mockApi();
    showPhoto(ADA);
    await choose(picture());
    await userEvent.click(await screen.findByRole("button", { name: "Use photo" }));
    await waitFor(() => expect(uploads).toHaveLength(1));
    await userEvent.click(button("Cancel"));
    expect(uploads[0]?.aborted).toBe(true);
    expect(currentViewer().me?.profile_image).toBeNull();
  });

  it("is removed after a confirmation", async () => {
    const calls = mockApi({ "DELETE me/photo/": () => json(ADA) });
    showPhoto({ ...ADA, profile_image: FACE });
    await userEvent.click(button("Change photo"));
    await userEvent.click(
      await screen.findByRole("menuitem", { name: "Remove photo", hidden: true }),
    );
    expect(callsTo(calls, "DELETE me/photo/")).toEqual([]);
    await userEvent.click(
      await screen.findByRole("button", { name: "Remove photo", hidden: true }),
    );
    await waitFor(() => expect(currentViewer().me?.profile_image).toBeNull());
  });

  it("stays when removing it is rejected", async () => {
    mockApi({ "DELETE me/photo/": () => refusal("demo_mode", 403) });
    showPhoto({ ...ADA, profile_image: FACE });
    await userEvent.click(button("Change photo"));
    await userEvent.click(
      await screen.findByRole("menuitem", { name: "Remove photo", hidden: true }),
    );
    await userEvent.click(
      await screen.findByRole("button", { name: "Remove photo", hidden: true }),
    );
    expect(await screen.findByRole("alert")).toHaveTextContent("demo mode");
    expect(currentViewer().me?.profile_image).toBe(FACE);
  });
});

describe("the licence", () => {
  const licensed = (license_image_url: string | null) =>
    ({ ...BEN, driver: { ...OCTAVIA, license_image_url } }) as Me;
  const card = (me: Me) =>
    show(me, (now) => <LicenceCard image={now.driver?.license_image_url ?? null} />);

  it("is uploaded at once and shown by its signed URL", async () => {
    mockApi();
    card(licensed(null));
    expect(screen.getByText("No photo of your licence yet")).toBeInTheDocument();
    await choose(picture());
    await waitFor(() => expect(uploads).toHaveLength(1));
    expect(uploads[0]?.endpoint).toBe("PUT me/license-image/");
    act(() => uploads[0]?.answer(200, licensed("/media/private/l.webp?s=1")));
    expect(await screen.findByAltText("Your driving licence")).toHaveAttribute(
      "src",
      "/media/private/l.webp?s=1",
    );
  });

  it("is rejected before the upload when it is too large", async () => {
    mockApi();
    card(licensed(null));
    await choose(picture("big.png", "image/png", 8 * 1024 * 1024 + 1));
    expect(await screen.findByRole("alert")).toHaveTextContent("too large");
    expect(uploads).toEqual([]);
  });

  it("uses the working URL, and refetches it after it expired", async () => {
    const calls = mockApi({ "GET me/": () => json(licensed("/media/private/l.webp?s=3")) });
    card(licensed("/media/private/l.webp?s=1"));
    const image = () => screen.getByAltText("Your driving licence");
    const { rememberMe } = await import("@/api/session");
    act(() => rememberMe(licensed("/media/private/l.webp?s=2")));
    expect(image()).toHaveAttribute("src", "/media/private/l.webp?s=1");
    act(() => void image().dispatchEvent(new Event("error")));
    expect(image()).toHaveAttribute("src", "/media/private/l.webp?s=2");
    expect(callsTo(calls, "GET me/").length).toBeLessThanOrEqual(1);
  });
});
