import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { currentViewer, restoreSession } from "@/api/session";
import type { OwnDocuments } from "@/api/types";
import { loadRest, startI18n } from "@/i18n/setup";
import { ADA, BEN, callsTo, mockApi, OCTAVIA, refusal, show } from "@/testing/mock-profile-api";
import { BankCard } from "./bank-card";
import { DetailsCard } from "./details-card";
import { sectionsOf } from "./profile-sections";
import { VehicleCard } from "./vehicle-card";

const first = () => screen.getByLabelText("First name");
const save = () => screen.getByRole("button", { name: "Save" });

beforeAll(async () => {
  await startI18n();
  await loadRest();
  await restoreSession();
});
afterEach(() => vi.unstubAllGlobals());

describe("the sections of a profile", () => {
  it("depend on the user", () => {
    expect(sectionsOf(ADA)).toContain("addresses");
    expect(sectionsOf(ADA)).not.toContain("vehicle");
    expect(sectionsOf(ADA)).not.toContain("bank");
    expect(sectionsOf({ ...BEN, bank_fields_shown: true })).toEqual(
      expect.arrayContaining(["vehicle", "licence", "bank"]),
    );
    expect(sectionsOf({ ...ADA, referral_id: null })).not.toContain("referral");
  });

  it("have the documents if any are required, and a required licence among them", () => {
    const documents = (...kinds: ("license" | "permit")[]) =>
      ({
        required: kinds.map((kind) => ({ subject: "driver", kind })),
        documents: [],
        vehicle: null,
      }) as unknown as OwnDocuments;
    expect(sectionsOf(BEN, documents())).not.toContain("documents");
    expect(sectionsOf(BEN, documents("permit"))).toEqual(
      expect.arrayContaining(["licence", "documents"]),
    );
    expect(sectionsOf(BEN, documents("license"))).not.toContain("licence");
    expect(sectionsOf(ADA)).not.toContain("documents");
  });
});

describe("the names", () => {
  it("are saved trimmed, and shown everywhere", async () => {
    const calls = mockApi();
    show(ADA, (me) => <DetailsCard me={me} />);
    expect(screen.queryByRole("button", { name: "Save" })).not.toBeInTheDocument();
    await userEvent.clear(first());
    await userEvent.type(first(), " Augusta ");
    await userEvent.click(save());
    await waitFor(() => expect(currentViewer().me?.first_name).toBe("Augusta"));
    expect(callsTo(calls, "PATCH me/")[0]?.body).toEqual({
      first_name: "Augusta",
      last_name: "Lovelace",
    });
    expect(screen.queryByRole("button", { name: "Save" })).not.toBeInTheDocument();
  });

  it("send no request when one is blank: proper_input_name", async () => {
    const calls = mockApi();
    show(ADA, (me) => <DetailsCard me={me} />);
    await userEvent.clear(first());
    await userEvent.click(save());
    expect(await screen.findByRole("alert")).toHaveTextContent("Enter first and last name.");
    expect(first()).toHaveAttribute("aria-invalid", "true");
    expect(callsTo(calls, "PATCH me/")).toEqual([]);
  });

  it("keep the input when the server rejects it, and are reset by a button", async () => {
    mockApi({ "PATCH me/": () => refusal("demo_mode", 403) });
    show(ADA, (me) => <DetailsCard me={me} />);
    await userEvent.type(first(), "x");
    await userEvent.click(save());
    expect(await screen.findByRole("alert")).toHaveTextContent("demo mode");
    expect(first()).toHaveValue("Adax");
    expect(currentViewer().me?.first_name).toBe("Ada");
    await userEvent.click(screen.getByRole("button", { name: "Undo" }));
    expect(first()).toHaveValue("Ada");
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  });

  it("are beside an account type that cannot be changed", () => {
    mockApi();
    show(ADA, (me) => <DetailsCard me={me} />);
    expect(screen.getByText("Rider")).toBeInTheDocument();
    expect(screen.getAllByRole("textbox")).toHaveLength(2);
  });
});

describe("the vehicle", () => {
  const plate = () => screen.getByLabelText("Number plate");

  it("is saved without its type, which only admins can change", async () => {
    const calls = mockApi({
      "PATCH me/vehicle/": ({ body }) => Response.json({ ...BEN, ...body }),
    });
    show(BEN, () => <VehicleCard driver={OCTAVIA} />);
    expect(screen.getByText("Economy")).toBeInTheDocument();
    await userEvent.clear(plate());
    await userEvent.type(plate(), "HX72 CAB");
    await userEvent.click(save());
    await waitFor(() => expect(callsTo(calls, "PATCH me/vehicle/")).toHaveLength(1));
    expect(callsTo(calls, "PATCH me/vehicle/")[0]?.body).toEqual({
      vehicle_make: "Skoda",
      vehicle_model: "Octavia",
      vehicle_number: "HX72 CAB",
      other_info: "",
    });
  });

  it("sets the type of a driver who has none", async () => {
    const calls = mockApi({
      "GET car-types/": () => Response.json({ results: [{ id: 3, name: "Exclusive" }] }),
      "PATCH me/vehicle/": () => Response.json(BEN),
    });
    show(BEN, () => <VehicleCard driver={{ ...OCTAVIA, car_type: null }} />);
    await userEvent.click(screen.getByRole("combobox", { name: "Car type" }));
    await userEvent.click(await screen.findByRole("option", { name: "Exclusive", hidden: true }));
    await userEvent.click(save());
    await waitFor(() => expect(callsTo(calls, "PATCH me/vehicle/")).toHaveLength(1));
    expect(callsTo(calls, "PATCH me/vehicle/")[0]?.body).toMatchObject({ car_type: 3 });
  });

  it("shows why it cannot be changed during a trip", async () => {
    mockApi({ "PATCH me/vehicle/": () => refusal("driver_busy", 409) });
    show(BEN, () => <VehicleCard driver={OCTAVIA} />);
    await userEvent.type(plate(), "X");
    await userEvent.click(save());
    expect(await screen.findByRole("alert")).toHaveTextContent("already on a trip");
    expect(plate()).toHaveValue("HX71 CABX");
  });
});

describe("the bank account", () => {
  it("is saved as a whole", async () => {
    const calls = mockApi();
    show({ ...BEN, bank_name: "Old" }, (me) => <BankCard me={me} />);
    await userEvent.type(screen.getByLabelText("Account number"), "55779911");
    await userEvent.click(save());
    await waitFor(() => expect(currentViewer().me?.bank_account).toBe("55779911"));
    expect(callsTo(calls, "PATCH me/")[0]?.body).toEqual({
      bank_name: "Old",
      bank_code: "",
      bank_account: "55779911",
    });
  });
});
