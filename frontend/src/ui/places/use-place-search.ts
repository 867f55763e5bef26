import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { savedAddressesQuery } from "@/api/me";
import { autocompleteQuery, rounded } from "@/api/places";
import { useViewer } from "@/api/session";
import type { LatLng, PlaceSuggestion, SavedAddress } from "@/api/types";

const DEBOUNCE_MS = 200;

export type PlaceOption =
  | { kind: "here"; id: string }
  | { kind: "saved"; id: string; address: SavedAddress }
  | { kind: "place"; id: string; suggestion: PlaceSuggestion };

interface Search {
  text: string;
  /** Whether the list is open and needs saved addresses. */
  open: boolean;
  near: LatLng | null;
  /** Whether to include saved addresses; false while a new one is saved. */
  withSaved?: boolean;
}

/** Returns the options of the field: nearby and saved places without text, else search results. */
export function usePlaceSearch({ text, open, near, withSaved = true }: Search) {
  const viewer = useViewer();
  const keeps = withSaved && viewer.role === "rider";
  const blank = text.trim() === "";
  const [debounced] = useDebouncedValue(text, DEBOUNCE_MS);
  const query = blank ? "" : debounced;

  const saved = useQuery({
    ...savedAddressesQuery(),
    enabled: open && blank && keeps,
  });
  const search = useQuery(autocompleteQuery(query, near ? rounded(near) : undefined));

  const options: PlaceOption[] = blank
    ? [
        { kind: "here", id: "here" },
        ...(keeps ? (saved.data ?? []) : []).map((address) => ({
          kind: "saved" as const,
          id: `saved-${address.id}`,
          address,
        })),
      ]
    : (search.data ?? []).map((suggestion) => ({
        kind: "place" as const,
        id: suggestion.place_id,
        suggestion,
      }));

  const waiting = !blank && (search.isFetching || debounced !== text);
  return {
    options: !blank && search.isError && !waiting ? [] : options,
    waiting,
    failure: !blank && search.isError && !search.isFetching ? search.error : null,
    nothing: !blank && !waiting && search.isSuccess && options.length === 0,
    retry: () => void search.refetch(),
  };
}
