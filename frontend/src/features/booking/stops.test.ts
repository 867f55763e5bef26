import { describe, expect, it } from "vitest";
import { movedStop, type Stops, withNewStop, withoutStop, withStop } from "@/ui/places/stops";
import { missingIn } from "./checks";
import { cleared, type Draft, EMPTY_DRAFT, swapped } from "./draft";
import { parseDraft } from "./stored-draft";

const at = (add: string) => ({ lat: 50.7, lng: -1.29, add });
const names = (stops: Stops) => stops.map(({ point }) => point?.add ?? null);
const addresses = ({ stops }: Draft) => names(stops);

const stopsAt = (...adds: string[]) =>
  adds.reduce<Stops>((stops, add) => {
    const added = withNewStop(stops);
    return withStop(added, added.at(-1)?.id ?? 0, at(add));
  }, []);

const withStops = (...adds: string[]): Draft => ({
  ...EMPTY_DRAFT,
  pickup: at("A"),
  drop: at("B"),
  carTypeId: 1,
  stops: stopsAt(...adds),
});

describe("stops of the draft", () => {
  it("are added before the drop-off and removed", () => {
    const stops = stopsAt("one", "two", "three");
    expect(names(stops)).toEqual(["one", "two", "three"]);
    expect(names(withoutStop(stops, 2))).toEqual(["one", "three"]);
  });

  it("get an id of their own after a removal", () => {
    const stops = withNewStop(withoutStop(stopsAt("one", "two"), 1));
    expect(stops.map(({ id }) => id)).toEqual([2, 3]);
  });

  it("move one place, and stay at the ends", () => {
    const stops = stopsAt("one", "two", "three");
    expect(names(movedStop(stops, 3, -1))).toEqual(["one", "three", "two"]);
    expect(names(movedStop(stops, 1, 1))).toEqual(["two", "one", "three"]);
    expect(movedStop(stops, 1, -1)).toBe(stops);
    expect(movedStop(stops, 3, 1)).toBe(stops);
  });

  it("are visited in reverse on the way back, and not on another trip", () => {
    const draft = withStops("one", "two");
    expect(addresses(swapped(draft))).toEqual(["two", "one"]);
    expect(cleared(draft).stops).toEqual([]);
  });

  it("need an address before the trip is booked", () => {
    expect(missingIn(withStops("one"))).toBeNull();
    const draft = withStops("one");
    expect(missingIn({ ...draft, stops: withNewStop(draft.stops) })).toBe("stop");
  });

  it("are stored, and a draft without them is still read", () => {
    const draft = withStops("one");
    expect(parseDraft(JSON.stringify(draft)).stops).toEqual(draft.stops);
    const { stops: _stops, ...earlier } = draft;
    expect(parseDraft(JSON.stringify(earlier))).toEqual({ ...draft, stops: [] });
  });
});
