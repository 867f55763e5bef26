import { beforeEach, describe, expect, it } from "vitest";
import { chosen, cleared, EMPTY_DRAFT, swapped, withoutPoint, withPoint } from "./draft";
import { changeDraft, currentDraft, reloadDraft } from "./draft-store";

const pier = { lat: 50.7392, lng: -1.16, add: "Ryde Pier Head, Ryde" };
const station = { lat: 50.6997, lng: -1.2931, add: "Newport Bus Station, Newport" };

beforeEach(() => {
  sessionStorage.clear();
  reloadDraft();
});

describe("the draft of a booking", () => {
  it("selects the pickup first, then what is still open", () => {
    expect(EMPTY_DRAFT.selected).toBe("pickup");
    const begun = withPoint(EMPTY_DRAFT, "pickup", pier);
    expect(begun.selected).toBe("drop");
    expect(withPoint(begun, "drop", station).selected).toBe("drop");
    expect(withoutPoint(withPoint(begun, "drop", station), "pickup").selected).toBe("pickup");
  });

  it("is cleared to a drop at the pickup without address, no car, the pickup selected", () => {
    const full = { ...withPoint(EMPTY_DRAFT, "pickup", pier), drop: station, carTypeId: 3 };
    const empty = cleared({ ...full, selected: "drop", confirmAfterSignIn: true });
    expect(empty).toMatchObject({
      pickup: pier,
      drop: { ...pier, add: "" },
      carTypeId: null,
      selected: "pickup",
      confirmAfterSignIn: false,
    });
    expect(chosen(empty.drop)).toBeNull();
  });

  it("swaps its ends, and does not take a place without address for a pickup", () => {
    const full = { ...EMPTY_DRAFT, pickup: pier, drop: station };
    expect(swapped(full)).toMatchObject({ pickup: station, drop: pier });
    expect(swapped(cleared(full))).toMatchObject({ pickup: null, drop: pier });
  });
});

describe("storing the draft", () => {
  it("finds it again after a new load of the page", async () => {
    changeDraft((draft) => ({ ...withPoint(draft, "pickup", pier), confirmAfterSignIn: true }));
    const kept = currentDraft();
    await reloadDraft();
    expect(currentDraft()).not.toBe(kept);
    expect(currentDraft()).toEqual(kept);
  });

  it("starts again from a memory it does not understand", async () => {
    sessionStorage.setItem("hansom.booking-draft", '{"pickup":{"lat":"north"}}');
    await reloadDraft();
    expect(currentDraft()).toEqual(EMPTY_DRAFT);
    sessionStorage.setItem("hansom.booking-draft", "no json");
    await reloadDraft();
    expect(currentDraft()).toEqual(EMPTY_DRAFT);
  });
  it("does not overwrite what is changed before the stored one is read", async () => {
    changeDraft((draft) => withPoint(draft, "pickup", pier));
    const reading = reloadDraft();
    changeDraft((draft) => withPoint(draft, "drop", station));
    await reading;
    expect(currentDraft()).toMatchObject({ pickup: null, drop: station });
  });
});
