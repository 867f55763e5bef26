import type { Rule, RulePart } from "@/api/tariffs";
import { type Conditions, conditionsOf, whenOf } from "./conditions";
import { emptied, fieldsOf, filled } from "./fields";

/** A rule in the form, in which every field has a value. */
export interface Draft {
  name: string;
  when: Conditions;
  then: RulePart & { kind: string };
}

/** The actions that decide what kind of fare it is. */
export const METERS: ReadonlySet<string> = new Set(["rates", "units", "fixed", "hire"]);

export function draftOf(rule: Rule | undefined): Draft {
  const then = rule?.then ?? { kind: "rates" };
  return {
    name: rule?.name ?? "",
    when: conditionsOf(rule?.when),
    then: { kind: then.kind, ...filled(fieldsOf(then.kind), then) },
  };
}

/** Returns the rule as the file contains it. */
export function ruleOf({ name, when, then }: Draft): Rule {
  const conditions = whenOf({
    ...when,
    fare: METERS.has(then.kind) ? "" : when.fare,
    driver: then.kind === "cancellation" ? when.driver : "",
  });
  return {
    name: name.trim(),
    ...(Object.keys(conditions).length > 0 ? { when: conditions } : {}),
    then: { kind: then.kind, ...emptied(fieldsOf(then.kind), then) },
  };
}

/** Returns the form's path of the server's `rules[3].then.distance[1].rate`. */
export const pathOf = (name: string): string =>
  name.replace(/^rules\[\d+\]\.?/, "").replace(/\[(\d+)\]/g, ".$1");
