import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { restoreSession } from "@/api/session";
import { loadRest, startI18n } from "@/i18n/setup";
import { ADA, callsTo, json, mockApi, nothing, refusal, show } from "@/testing/mock-profile-api";
import { AddressesCard } from "./addresses-card";

const PIER = {
  place_id: "p1",
  description: "Ryde Pier Head, Ryde",
  structured_formatting: {
    main_text: "Ryde Pier Head",
    secondary_text: "Ryde",
    main_text_matched_substrings: [{ offset: 0, length: 4 }],
  },
};
const places = {
  "GET places/autocomplete/": () => json({ results: [PIER] }),
  "GET places/p1/": () =>
    json({ place_id: "p1", description: PIER.description, lat: 50.7, lng: -1 }),
};
const work = { id: 3, description: "Newport Quay", lat: 50.7, lng: -1.3, count: 2 };

/** Fakes the list, create, rename and delete endpoints. */
function serveList(list = [work], answers: Parameters<typeof mockApi>[0] = {}) {
  let addresses = list;
  return mockApi({
    ...places,
    "GET me/addresses/": () => json({ results: addresses }),
    "POST me/addresses/": ({ body }) => {
      addresses = [...addresses, { ...work, ...body, id: 9, count: 0 }];
      return json(addresses.at(-1), 201);
    },
    "PATCH me/addresses/3/": ({ body }) => {
      addresses = addresses.map((address) => ({ ...address, ...body }));
      return json(addresses[0]);
    },
    "DELETE me/addresses/3/": () => {
      addresses = [];
      return nothing();
    },
    ...answers,
  });
}

const button = (name: string) => screen.getByRole("button", { name });

beforeAll(async () => {
  await startI18n();
  await loadRest();
  await restoreSession();
});
afterEach(() => vi.unstubAllGlobals());

describe("saved addresses", () => {
  it("are listed with their number of uses", async () => {
    serveList();
    show(ADA, () => <AddressesCard />);
    expect(screen.getByRole("status")).toHaveTextContent("Loading");
    expect(await screen.findByText("Newport Quay")).toBeInTheDocument();
    expect(screen.getByText("Used 2 times")).toBeInTheDocument();
  });

  it("can be retried when they cannot be loaded", async () => {
    let broken = true;
    serveList([work], {
      "GET me/addresses/": () => (broken ? refusal("unavailable") : json({ results: [work] })),
    });
    show(ADA, () => <AddressesCard />);
    expect(await screen.findByRole("alert")).toHaveTextContent("isn’t responding");
    broken = false;
    await userEvent.click(button("Try again"));
    expect(await screen.findByText("Newport Quay")).toBeInTheDocument();
  });

  it("start empty, with a button to add the first one", async () => {
    const calls = serveList([]);
    show(ADA, () => <AddressesCard />);
    expect(await screen.findByText("No addresses yet")).toBeInTheDocument();
    await userEvent.click(button("Add address"));
    const search = screen.getByRole("combobox", { name: "Address" });
    expect(search).toHaveFocus();
    await userEvent.type(search, "ryde");
    await screen.findByRole("option", { name: /Pier Head/ });
    await userEvent.keyboard("{Enter}");
    expect(await screen.findByText(PIER.description)).toBeInTheDocument();
    expect(callsTo(calls, "POST me/addresses/")[0]?.body).toEqual({
      description: PIER.description,
      lat: 50.7,
      lng: -1,
    });
    expect(screen.queryByRole("combobox")).not.toBeInTheDocument();
  });

  it("are limited by the server: too_many_addresses", async () => {
    serveList([work], { "POST me/addresses/": () => refusal("too_many_addresses") });
    show(ADA, () => <AddressesCard />);
    await screen.findByText("Newport Quay");
    await userEvent.click(button("Add address"));
    await userEvent.type(screen.getByRole("combobox"), "ryde");
    await userEvent.click(await screen.findByRole("option", { name: /Pier Head/ }));
    expect(await screen.findByRole("alert")).toHaveTextContent("50 saved addresses");
    expect(screen.queryByText(PIER.description)).not.toBeInTheDocument();
  });

  it("are renamed inline", async () => {
    const calls = serveList();
    show(ADA, () => <AddressesCard />);
    await userEvent.click(await screen.findByRole("button", { name: "Rename Newport Quay" }));
    const field = screen.getByRole("textbox", { name: "New name" });
    await userEvent.clear(field);
    await userEvent.type(field, " Work {Enter}");
    expect(await screen.findByText("Work")).toBeInTheDocument();
    expect(callsTo(calls, "PATCH me/addresses/3/")[0]?.body).toEqual({ description: "Work" });
  });

  it("keep their name on Escape, or when the new one is blank", async () => {
    const calls = serveList();
    show(ADA, () => <AddressesCard />);
    await userEvent.click(await screen.findByRole("button", { name: "Rename Newport Quay" }));
    await userEvent.type(screen.getByRole("textbox"), "x{Escape}");
    await userEvent.click(button("Rename Newport Quay"));
    await userEvent.clear(screen.getByRole("textbox"));
    await userEvent.click(button("Save"));
    expect(screen.getByText("Newport Quay")).toBeInTheDocument();
    expect(callsTo(calls, "PATCH me/addresses/3/")).toEqual([]);
  });

  it("are deleted after a confirmation", async () => {
    const calls = serveList();
    show(ADA, () => <AddressesCard />);
    await userEvent.click(await screen.findByRole("button", { name: "Delete Newport Quay" }));
    expect(callsTo(calls, "DELETE me/addresses/3/")).toEqual([]);
    await userEvent.click(await screen.findByRole("button", { name: "Delete" }));
    await waitFor(() => expect(screen.getByText("No addresses yet")).toBeInTheDocument());
  });

  it("stay when deleting is rejected", async () => {
    serveList([work], { "DELETE me/addresses/3/": () => refusal("demo_mode", 403) });
    show(ADA, () => <AddressesCard />);
    await userEvent.click(await screen.findByRole("button", { name: "Delete Newport Quay" }));
    await userEvent.click(await screen.findByRole("button", { name: "Delete" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("demo mode");
  });
});
