import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { restoreSession } from "@/api/session";
import { sessionEnded } from "@/api/token";
import { loadRest, startI18n } from "@/i18n/setup";
import {
  callsTo,
  estimate,
  mockBookingApi,
  PIER,
  refusal,
  STATION,
  showBooking,
  signInAs,
} from "@/testing/mock-booking-api";
import { missingDetail } from "./checks";
import { changeDraft, currentDraft, reloadDraft } from "./draft-store";

const answer = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const settings = { symbol: "£", decimal: 2, swipe_symbol: false, app_category: "delivery" };
const choice = (id: number, description: string, amount: string) => ({ id, description, amount });
const truck = {
  id: 1,
  name: "Economy",
  image: null,
  icon: "pickup-truck",
  extra_info: "",
  parcel_types: [choice(5, "Document", "0.0000"), choice(6, "Box", "5.0000")],
  options: [choice(8, "below 5 kg", "10.0000"), choice(9, "5 to 20 kg", "20.0000")],
};
const van = { ...truck, id: 2, name: "Comfort", parcel_types: [], options: [] };

const delivering = (more: Parameters<typeof mockBookingApi>[0] = {}) =>
  mockBookingApi({
    "settings/public/": () => answer(settings),
    "car-types/": () => answer({ results: [truck, van] }),
    "estimates/": ({ body }) => {
      const parcel = body.parcel_type_id === 6 ? 5 : 0;
      const option = body.option_id === 9 ? 20 : body.option_id === 8 ? 10 : 0;
      const price = (24.5 + parcel + option).toFixed(2);
      const from = (24.5 + parcel + (option || 10)).toFixed(2);
      return answer(estimate({ price, from, prepaid: true, fixed: true }));
    },
    ...more,
  });

const press = (name: string | RegExp) =>
  screen.findByRole("button", { name }).then((button) => userEvent.click(button));

const fill = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

async function chooseParcel() {
  await press(/^Book Economy/);
  const dialog = within(await screen.findByRole("dialog", { name: "What are you sending?" }));
  await userEvent.click(await dialog.findByText("Box"));
  await userEvent.click(dialog.getByText("5 to 20 kg"));
  return dialog;
}

/** Opens the confirmation for a car type without parcel options. */
async function confirmation() {
  changeDraft((draft) => ({ ...draft, carTypeId: 2 }));
  showBooking();
  await press(/^Book Comfort/);
  return within(await screen.findByRole("dialog", { name: "Confirm your delivery" }));
}

beforeAll(async () => {
  await startI18n();
  await loadRest();
  await restoreSession();
});
beforeEach(() => {
  sessionEnded();
  sessionStorage.clear();
  reloadDraft();
  changeDraft((draft) => ({ ...draft, pickup: STATION, drop: PIER, carTypeId: 1 }));
});
afterEach(() => vi.unstubAllGlobals());

describe("the recipient's phone", () => {
  const details = (phone: string, person = "") => ({ ...currentDraft().delivery, phone, person });

  it.each(["1234567", "+44 7700 900456", "555-0123 ext. 12", "555 0123 x4"])(
    "takes %s",
    (phone) => {
      expect(missingDetail(details(phone), false)).toBeNull();
    },
  );

  it.each(["", "123456", "- - - - -", "call me: 1234567", "1234567 maybe"])(
    "refuses %j",
    (phone) => {
      expect(missingDetail(details(phone), false)).toBe("phone");
    },
  );

  it("requires the recipient's name from an admin first", () => {
    expect(missingDetail(details("1234567", "  "), true)).toBe("person");
    expect(missingDetail(details("1234567", "Cleo"), true)).toBeNull();
  });
});

describe("the parcel choice", () => {
  it("is chosen before the price, each with its surcharge, and refetches the price", async () => {
    const calls = delivering();
    signInAs("rider");
    showBooking();
    expect(await screen.findByRole("heading", { name: "Send a parcel" })).toBeInTheDocument();
    const dialog = await chooseParcel();
    expect(dialog.getByRole("radio", { name: /Document.*no extra cost/ })).not.toBeChecked();
    expect(dialog.getByRole("radio", { name: /Box.*£5.00/ })).toBeChecked();
    await userEvent.click(dialog.getByRole("button", { name: "See price" }));

    const sheet = within(await screen.findByRole("dialog", { name: "Confirm your delivery" }));
    expect(await sheet.findByText("Box · 5 to 20 kg")).toBeInTheDocument();
    expect(sheet.getByRole("button", { name: "Continue to payment · £49.50" })).toBeInTheDocument();
    expect(sheet.queryByText(/price changed/)).not.toBeInTheDocument();
    expect(callsTo(calls, "estimates/").at(-1)?.body).toMatchObject({
      parcel_type_id: 6,
      option_id: 9,
    });
  });

  it("is skipped where the car type has no options", async () => {
    delivering();
    signInAs("rider");
    changeDraft((draft) => ({ ...draft, carTypeId: 2 }));
    showBooking();
    await press(/^Book Comfort/);
    expect(
      await screen.findByRole("dialog", { name: "Confirm your delivery" }),
    ).toBeInTheDocument();
  });
});

describe("a parcel choice that is no longer offered", () => {
  it("is cleared, and the price loads again", async () => {
    const calls = delivering({
      "estimates/": ({ body }) =>
        body.parcel_type_id ? refusal("select_proper", 400) : answer(estimate()),
    });
    changeDraft((draft) => ({ ...draft, parcel: { parcelTypeId: 99, optionId: null } }));
    showBooking();
    expect(await screen.findByRole("button", { name: /^Book Economy/ })).toBeInTheDocument();
    expect(currentDraft().parcel.parcelTypeId).toBeNull();
    expect(callsTo(calls, "estimates/")).toHaveLength(2);
  });
});

describe("the confirmation of a delivery", () => {
  it("shows deliveryDetailMissing under the phone, and books with all the details", async () => {
    const calls = delivering();
    signInAs("rider");
    const sheet = await confirmation();
    expect(sheet.queryByRole("group", { name: "Payment method" })).not.toBeInTheDocument();

    const phone = await sheet.findByRole("textbox", { name: /phone/ });
    fill(phone, "12345");
    await userEvent.click(sheet.getByRole("button", { name: /^Continue to payment/ }));
    expect(phone).toHaveAccessibleDescription(/recipient’s name and a valid phone number/);
    expect(callsTo(calls, "bookings/")).toEqual([]);

    fill(phone, "1234567");
    fill(sheet.getByRole("textbox", { name: /name/ }), "Cleo");
    fill(sheet.getByRole("textbox", { name: /Delivery instructions/ }), "Ring twice");
    await userEvent.click(sheet.getByRole("button", { name: /^Continue to payment/ }));
    await waitFor(() =>
      expect(callsTo(calls, "bookings/")[0]?.body).toEqual({
        quote_id: "quote-2",
        payment_mode: "wallet",
        delivery_person: "Cleo",
        delivery_person_phone: "1234567",
        pickup_instructions: "",
        delivery_instructions: "Ring twice",
      }),
    );
    expect(await screen.findByText("page /bookings/81")).toBeVisible();
  });

  it("sends the full number for a number dialled locally", async () => {
    const home = { ...settings, register: { default_country: "GB" } };
    const calls = delivering({ "settings/public/": () => answer(home) });
    signInAs("rider");
    const sheet = await confirmation();
    const phone = await sheet.findByRole("textbox", { name: /phone/ });
    await userEvent.click(phone);
    await userEvent.paste("(07700) 900.101");
    await userEvent.tab();
    await waitFor(() => expect(phone).toHaveValue("+44 7700 900101"));
    await userEvent.click(sheet.getByRole("button", { name: /^Continue to payment/ }));
    await waitFor(() =>
      expect(callsTo(calls, "bookings/")[0]?.body).toMatchObject({
        delivery_person_phone: "+44 7700 900101",
      }),
    );
  });

  it("shows the server's missing-field error under its field", async () => {
    delivering({
      "bookings/": () =>
        answer(
          {
            code: "deliveryDetailMissing",
            detail: "",
            fields: { delivery_person_phone: "No such number." },
          },
          400,
        ),
    });
    signInAs("rider");
    const sheet = await confirmation();
    const phone = await sheet.findByRole("textbox", { name: /phone/ });
    fill(phone, "1234567");
    await userEvent.click(sheet.getByRole("button", { name: /^Continue to payment/ }));
    await waitFor(() => expect(phone).toHaveAccessibleDescription(/No such number/));
    fill(phone, "12345678");
    expect(phone).not.toHaveAccessibleDescription(/No such number/);
  });
});
