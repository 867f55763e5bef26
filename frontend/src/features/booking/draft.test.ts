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
  it("selects the pickup first, then the point that is missing", () => {
    expect(EMPTY_DRAFT.selected).toBe("pickup");
    const started = withPoint(EMPTY_DRAFT, "pickup", pier);
    expect(started.selected).toBe("drop");
    expect(withPoint(started, "drop", station).selected).toBe("drop");
    expect(withoutPoint(withPoint(started, "drop", station), "pickup").selected).toBe("pickup");
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

  it("swaps its ends, and does not use a place without an address as the pickup", () => {
    const full = { ...EMPTY_DRAFT, pickup: pier, drop: station };
    expect(swapped(full)).toMatchObject({ pickup: station, drop: pier });
    expect(swapped(cleared(full))).toMatchObject({ pickup: null, drop: pier });
  });
});

describe("storing the draft", () => {
  it("restores it after a page load", async () => {
    changeDraft((draft) => ({ ...withPoint(draft, "pickup", pier), confirmAfterSignIn: true }));
    const stored = currentDraft();
    await reloadDraft();
    expect(currentDraft()).not.toBe(stored);
    expect(currentDraft()).toEqual(stored);
  });

  it("starts empty when the stored draft is invalid", async () => {
    sessionStorage.setItem("hansom.booking-draft", '{"pickup":{"lat":"north"}}');
    await reloadDraft();
    expect(currentDraft()).toEqual(EMPTY_DRAFT);
    sessionStorage.setItem("hansom.booking-draft", "no json");
    await reloadDraft();
    expect(currentDraft()).toEqual(EMPTY_DRAFT);
  });
  it("does not overwrite changes made before the stored draft is read", async () => {
    changeDraft((draft) => withPoint(draft, "pickup", pier));
    const reading = reloadDraft();
    changeDraft((draft) => withPoint(draft, "drop", station));
    await reading;
    expect(currentDraft()).toMatchObject({ pickup: null, drop: station });
  });
});
