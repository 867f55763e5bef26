import { describe, expect, it } from "vitest";
import { missingIn } from "./checks";
import { cleared, type Draft, EMPTY_DRAFT, swapped, withRoute } from "./draft";
import { movedStop, withNewStop, withoutStop, withStop } from "./stops";
import { parseDraft } from "./stored-draft";

const at = (add: string) => ({ lat: 50.7, lng: -1.29, add });
const addresses = ({ stops }: Draft) => stops.map(({ point }) => point?.add ?? null);

function withStops(...names: string[]): Draft {
  return names.reduce<Draft>(
    (draft, name) => {
      const added = withNewStop(draft);
      return withStop(added, added.stops.at(-1)?.id ?? 0, at(name));
    },
    { ...EMPTY_DRAFT, pickup: at("A"), drop: at("B"), carTypeId: 1 },
  );
}

describe("stops of the draft", () => {
  it("are added before the drop-off and removed", () => {
    const draft = withStops("one", "two", "three");
    expect(addresses(draft)).toEqual(["one", "two", "three"]);
    expect(addresses(withoutStop(draft, 2))).toEqual(["one", "three"]);
  });

  it("get an id of their own after a removal", () => {
    const draft = withNewStop(withoutStop(withStops("one", "two"), 1));
    expect(draft.stops.map(({ id }) => id)).toEqual([2, 3]);
  });

  it("move one place, and stay at the ends", () => {
    const draft = withStops("one", "two", "three");
    expect(addresses(movedStop(draft, 3, -1))).toEqual(["one", "three", "two"]);
    expect(addresses(movedStop(draft, 1, 1))).toEqual(["two", "one", "three"]);
    expect(movedStop(draft, 1, -1)).toBe(draft);
    expect(movedStop(draft, 3, 1)).toBe(draft);
  });

  it("are visited in reverse on the way back, and not on another trip", () => {
    const draft = withStops("one", "two");
    expect(addresses(swapped(draft))).toEqual(["two", "one"]);
    expect(cleared(draft).stops).toEqual([]);
    expect(withRoute(draft, at("C"), at("D")).stops).toEqual([]);
  });

  it("need an address before the trip is booked", () => {
    expect(missingIn(withStops("one"))).toBeNull();
    expect(missingIn(withNewStop(withStops("one")))).toBe("stop");
  });

  it("are stored, and a draft without them is still read", () => {
    const draft = withStops("one");
    expect(parseDraft(JSON.stringify(draft)).stops).toEqual(draft.stops);
    const { stops: _stops, ...earlier } = draft;
    expect(parseDraft(JSON.stringify(earlier))).toEqual({ ...draft, stops: [] });
  });
});
