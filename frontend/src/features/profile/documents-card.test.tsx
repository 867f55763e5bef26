import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { restoreSession } from "@/api/session";
import type { OwnDocument, OwnDocuments, RequiredDocument } from "@/api/types";
import { changeLanguage, loadRest, startI18n } from "@/i18n/setup";
import { catchUploads, type FakeUpload, picture } from "@/testing/fake-upload";
import { BEN, json, mockApi, refusal, show } from "@/testing/mock-profile-api";
import { DocumentsCard } from "./documents-card";
import { ProfilePage } from "./profile-page";

const inDays = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toLocaleDateString("en-CA");

const needed = (changes: Partial<RequiredDocument> = {}): RequiredDocument => ({
  subject: "driver",
  kind: "permit",
  effect: "blocks",
  state: "missing",
  until: "2026-01-01T00:00:00Z",
  last_day: null,
  ...changes,
});

const sentIn = (changes: Partial<OwnDocument> = {}): OwnDocument => ({
  id: 3,
  subject: "driver",
  kind: "permit",
  url: "/media/private/p.webp?s=1",
  number: "",
  expires_on: null,
  claimed_expires_on: null,
  expired: false,
  state: "pending",
  note: "",
  created_at: "2026-11-20T10:00:00Z",
  reviewed_at: null,
  ...changes,
});

const answer = (required: RequiredDocument[], documents: OwnDocument[] = []): OwnDocuments => ({
  required,
  documents,
  vehicle: { id: 4, plate: "HX71 CAB" },
});

function card(documents: OwnDocuments) {
  mockApi({ "GET me/documents/": () => json(documents) });
  show(BEN, () => <DocumentsCard />);
}

const open = async () =>
  userEvent.click(await screen.findByRole("button", { name: "Upload photo: Driver permit" }));
const send = () => userEvent.click(screen.getByRole("button", { name: "Send for review" }));

async function choose(file: File): Promise<void> {
  const field = document.querySelector<HTMLInputElement>("input[type=file]");
  if (!field) throw new Error("no field for a file");
  // A user can choose any file, whatever the field accepts.
  await userEvent.upload(field, file, { applyAccept: false });
}

let uploads: FakeUpload[] = [];

beforeAll(async () => {
  await startI18n();
  await loadRest();
  await restoreSession();
});
beforeEach(() => {
  uploads = catchUploads();
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await changeLanguage("en");
});

describe("the state of a required document", () => {
  it.each<[string, Partial<RequiredDocument>, RegExp]>([
    ["missing", {}, /Missing.*You won’t get trips until it’s approved\./],
    ["missing with grace days", { until: "2999-01-01T00:00:00Z" }, /Missing.*Needed by .*2999/],
    ["missing, but only as a warning", { effect: "warns" }, /Missing.*You get trips without it\./],
    ["waiting", { state: "submitted" }, /Waiting for review/],
    ["approved", { state: "valid" }, /Approved$/],
    [
      "approved with a date",
      { state: "valid", last_day: "2999-03-01" },
      /Approved until 1 Mar 2999/,
    ],
    ["about to expire", { state: "expiring", last_day: inDays(12) }, /Expires in 12 days, on /],
    ["about to expire today", { state: "expiring", last_day: inDays(0) }, /Expires today/],
    ["expired", { state: "expired", last_day: "2026-03-01" }, /Expired on 1 Mar 2026/],
  ])("%s is shown in words", async (_name, changes, words) => {
    card(answer([needed(changes)]));
    const row = await screen.findByRole("listitem");
    const text = within(row).getByRole("heading", { name: "Driver permit" }).parentElement;
    expect(text).toHaveTextContent(words);
  });

  it("names the reason of a rejection", async () => {
    const rejected = sentIn({ state: "refused", note: "Blurred" });
    card(answer([needed({ state: "rejected" })], [rejected]));
    expect(await screen.findByText("Rejected")).toBeInTheDocument();
    expect(screen.getByText(/^Photo rejected: .?Blurred/)).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Open photo: Driver permit" })).toHaveAttribute(
      "href",
      "/media/private/p.webp?s=1",
    );
  });

  it("shows what was entered while the approved document counts", async () => {
    const row = needed({
      state: "submitted",
      last_day: "2999-03-01",
      until: "2999-03-02T00:00:00Z",
    });
    card(answer([row], [sentIn({ claimed_expires_on: "2999-06-01" })]));
    expect(await screen.findByText("Expiry date you entered: 1 Jun 2999")).toBeInTheDocument();
    expect(screen.getByText("The approved one is valid until 1 Mar 2999.")).toBeInTheDocument();
  });

  it("is listed once for two requirements, by the one that blocks", async () => {
    card(answer([needed({ effect: "warns" }), needed()]));
    expect(await screen.findAllByRole("listitem")).toHaveLength(1);
    expect(screen.getByText("You won’t get trips until it’s approved.")).toBeInTheDocument();
  });

  it("is listed for the assigned vehicle by its plate", async () => {
    card(answer([needed({ subject: "vehicle", kind: "inspection" })]));
    expect(await screen.findByRole("heading", { name: /Vehicle .?HX71 CAB/ })).toBeInTheDocument();
    expect(screen.queryByRole("heading", { name: "Driver" })).not.toBeInTheDocument();
  });

  it("is shown in Arabic too", async () => {
    await changeLanguage("ar");
    card(answer([needed()]));
    expect(await screen.findByText("لن تصلك رحلات حتى يتم قبوله.")).toBeInTheDocument();
  });
});

describe("a document", () => {
  it("is sent with its photo and date, and the focus returns to its row", async () => {
    card(answer([needed()]));
    await open();
    await choose(picture());
    await userEvent.type(screen.getByLabelText("Expires on"), "1/3/2099");
    await send();
    await waitFor(() => expect(uploads).toHaveLength(1));
    expect(uploads[0]?.endpoint).toBe("POST me/documents/");
    expect(uploads[0]?.file.name).toBe("ada.jpg");
    expect(uploads[0]?.values).toEqual({
      subject: "driver",
      kind: "permit",
      expires_on: "2099-03-01",
    });
    act(() => uploads[0]?.progress(1, 2));
    expect(screen.getByRole("progressbar", { name: "Uploading photo" })).toHaveAttribute(
      "aria-valuenow",
      "50",
    );
    act(() => uploads[0]?.answer(201, answer([needed({ state: "submitted" })], [sentIn()])));
    expect(await screen.findByText("Waiting for review")).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Send for review" })).not.toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Replace photo: Driver permit" })).toHaveFocus();
  });

  it("is refused at the photo if there is none", async () => {
    card(answer([needed()]));
    await open();
    await send();
    expect(await screen.findByText("Choose a photo.")).toBeInTheDocument();
    expect(screen.getByLabelText("Photo")).toHaveFocus();
    expect(uploads).toEqual([]);
  });

  it("is refused at the photo if the file has another type", async () => {
    card(answer([needed()]));
    await open();
    await choose(picture("permit.pdf", "application/pdf"));
    await send();
    expect(await screen.findByText("Choose a JPEG, PNG or WebP photo.")).toBeInTheDocument();
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
    expect(uploads).toEqual([]);
  });

  it("is refused at the date if it is in the past", async () => {
    card(answer([needed()]));
    await open();
    await choose(picture());
    await userEvent.type(screen.getByLabelText("Expires on"), "1/3/2020");
    await send();
    expect(await screen.findByText("This date is in the past.")).toBeInTheDocument();
    expect(screen.getByLabelText("Expires on")).toHaveFocus();
    expect(uploads).toEqual([]);
  });

  it("stays in the form when the server refuses it", async () => {
    card(answer([needed({ subject: "vehicle" })]));
    await open();
    await choose(picture());
    await send();
    await waitFor(() => expect(uploads).toHaveLength(1));
    act(() => uploads[0]?.answer(409, { code: "vehicle_missing", detail: "No vehicle." }));
    expect(await screen.findByRole("alert")).toBeInTheDocument();
    expect(screen.getByText("Missing")).toBeInTheDocument();
    expect(screen.getByText("ada.jpg")).toBeInTheDocument();
  });

  it("is not sent when the upload is cancelled", async () => {
    card(answer([needed()]));
    await open();
    await choose(picture());
    await send();
    await waitFor(() => expect(uploads).toHaveLength(1));
    await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
    expect(uploads[0]?.aborted).toBe(true);
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
    expect(screen.getByText("Missing")).toBeInTheDocument();
  });
});

describe("the card", () => {
  it("shows a failure with a way to retry", async () => {
    let failing = true;
    const documents = answer([needed()]);
    mockApi({ "GET me/documents/": () => (failing ? refusal("forbidden", 403) : json(documents)) });
    show(BEN, () => <DocumentsCard />);
    expect(screen.getByRole("status")).toHaveTextContent("Loading");
    const retry = await screen.findByRole("button", { name: "Try again" });
    failing = false;
    await userEvent.click(retry);
    expect(await screen.findByText("Missing")).toBeInTheDocument();
  });

  it("is on the driver's profile only if something is required", async () => {
    mockApi({ "GET me/documents/": () => json(answer([])) });
    show(BEN, () => <ProfilePage />);
    expect(await screen.findByRole("heading", { name: "Driving licence" })).toBeInTheDocument();
    expect(screen.queryByRole("heading", { name: "Documents" })).not.toBeInTheDocument();
  });
});
