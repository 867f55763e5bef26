import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { savedAddressesQuery } from "@/api/me";
import { autocompleteQuery, riderPlacesQuery, rounded } from "@/api/places";
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
  /** The rider for whom staff book; their places replace the viewer's own. */
  rider?: number | undefined;
}

/** Returns the options of the field: nearby and saved places without text, else search results. */
export function usePlaceSearch({ text, open, near, withSaved = true, rider }: Search) {
  const viewer = useViewer();
  const keeps = withSaved && (rider !== undefined || viewer.role === "rider");
  const blank = text.trim() === "";
  const [debounced] = useDebouncedValue(text, DEBOUNCE_MS);
  const query = blank ? "" : debounced;

  const own = useQuery({
    ...savedAddressesQuery(),
    enabled: open && blank && keeps && rider === undefined,
  });
  const theirs = useQuery({
    ...riderPlacesQuery(rider ?? 0),
    enabled: open && blank && rider !== undefined,
  });
  const saved = rider === undefined ? own : theirs;
  const search = useQuery(autocompleteQuery(query, near ? rounded(near) : undefined));

  const options: PlaceOption[] = blank
    ? [
        // Staff are not where the rider is.
        ...(rider === undefined ? [{ kind: "here" as const, id: "here" }] : []),
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
