import { queryOptions } from "@tanstack/react-query";
import { get } from "./client";
import type { components } from "./schema";

/** `phone` is the dial prefix without its plus, some with a dash: "44", "1-268". */
export type Country = components["schemas"]["Country"];

/** All countries, named and sorted in the user's language. */
export const countriesQuery = (language: string) =>
  queryOptions({
    queryKey: ["countries", language],
    queryFn: ({ signal }) => get("countries/", { signal, anonymous: true }),
    select: (page) => page.results,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Returns the default country: the operator's, else the one of the browser's language, else the first. */
export function startingCountry(
  countries: readonly Country[],
  wanted: string | undefined,
  browser: readonly string[],
): Country | undefined {
  const regions = browser.map((tag) => tag.split("-").at(-1)?.toUpperCase());
  for (const code of [wanted?.toUpperCase(), ...regions]) {
    const found = countries.find((country) => country.code === code);
    if (found) return found;
  }
  return countries[0];
}
