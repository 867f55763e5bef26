import { describe, expect, it } from "vitest";
import type { Rule, RulePart, TariffDocument } from "@/api/tariffs";
import { KINDS } from "./fields";
import { gridTimes } from "./grid-times";
import { distancesOf } from "./price-grid";
import { draftOf, pathOf, ruleOf } from "./rule-draft";

const SHEETS = import.meta.glob<TariffDocument>("../../../../tests/fares/tariff_sheets/*.json", {
  import: "default",
  eager: true,
});

describe("the form of a rule", () => {
  it.each(Object.entries(SHEETS))("keeps every value of %s", (_, sheet) => {
    expect(sheet.rules.length).toBeGreaterThan(0);
    for (const rule of sheet.rules) expect(ruleOf(draftOf(rule))).toMatchObject(rule);
  });

  it("is tested with the five public sheets", () => {
    expect(Object.keys(SHEETS)).toHaveLength(5);
  });

  it("does not send conditions that are not set, nor empty fields", () => {
    expect(ruleOf(draftOf({ name: " Night ", then: { kind: "minimum", amount: "5" } }))).toEqual({
      name: "Night",
      then: { kind: "minimum", amount: "5" },
    });
  });

  it("sends only the slabs' own measure, and the driver's place for cancellations only", () => {
    const rule: Rule = {
      name: "Late",
      when: { driver: "arrived" },
      then: { kind: "cancellation", slabs: [{ way: 50, amount: "3" }] },
    };
    const draft = draftOf(rule);
    expect(draft.then.by).toBe("way");
    expect(ruleOf(draft)).toEqual(rule);
    expect(ruleOf({ ...draft, then: { kind: "minimum", amount: "3" } }).when).toBeUndefined();
    const later = draftOf({
      name: "Planned",
      then: { kind: "cancellation", slabs: [{ before_pickup: "2 h", amount: "5" }] },
    });
    expect(ruleOf(later).then).toEqual({
      kind: "cancellation",
      slabs: [{ before_pickup: "2 h", amount: "5" }],
    });
    // Another measure leaves the values of the first out.
    const [slab] = later.then.slabs as RulePart[];
    const byTime = { ...later.then, by: "after", slabs: [{ ...slab, after: "2 min" }] };
    expect(ruleOf({ ...later, then: byTime }).then.slabs).toEqual([
      { after: "2 min", amount: "5" },
    ]);
  });

  it("sends only the fields that apply", () => {
    const draft = draftOf({
      name: "Luggage",
      then: { kind: "extra", amount: "1", per: "luggage", free: 2 },
    });
    expect(ruleOf(draft).then).toMatchObject({ per: "luggage", free: 2 });
    expect(ruleOf({ ...draft, then: { ...draft.then, per: "trip" } }).then).not.toHaveProperty(
      "free",
    );
  });

  it("sends no condition about the fare for what decides the fare", () => {
    const rule: Rule = {
      name: "Flat",
      when: { fare: "metered", hours: "23:00-06:00" },
      then: { kind: "extra", amount: "1" },
    };
    const draft = draftOf(rule);
    expect(ruleOf({ ...draft, then: { kind: "fixed", amount: "9" } }).when).toEqual({
      hours: "23:00-06:00",
    });
  });

  it("has fields for each of the fourteen actions", () => {
    expect(KINDS).toHaveLength(14);
  });

  it("finds the field of a path of the server", () => {
    expect(pathOf("rules[3].then.distance[1].rate")).toBe("then.distance.1.rate");
    expect(pathOf("rules[0].name")).toBe("name");
  });
});

describe("the grid", () => {
  it("has times of the coming week", () => {
    const times = gridTimes(new Date("2026-11-26T12:00:00Z"));
    expect(times.map(({ at }) => at)).toEqual([
      "2026-11-30T10:00",
      "2026-11-27T17:30",
      "2026-11-28T23:30",
      "2026-11-29T12:00",
    ]);
  });

  it("reads distances as typed", () => {
    expect(distancesOf("2, 5; 10.5  x -3 0")).toEqual(["2", "5", "10.5"]);
  });
});
