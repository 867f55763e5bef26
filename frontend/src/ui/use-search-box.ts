import { useDebouncedCallback } from "@mantine/hooks";
import { useEffect, useRef, useState } from "react";

const TYPING_PAUSE_MS = 250;

/**
 * The search field of a list: shows the typed text at once and searches after a pause, or when the field is
 * left.
 */
export function useSearchBox(search: string, find: (text: string) => void) {
  const [typed, setTyped] = useState(search);
  /** Searches that the URL does not show yet. */
  const sent = useRef<string[]>([]);
  const searchDebounced = useDebouncedCallback((text: string) => {
    if (text === (sent.current.at(-1) ?? search)) return;
    sent.current.push(text);
    find(text);
  }, TYPING_PAUSE_MS);

  // The search was cleared or set elsewhere, such as by a saved view; ignore our own searches.
  useEffect(() => {
    const at = sent.current.indexOf(search);
    sent.current = sent.current.slice(at + 1);
    if (at >= 0) return;
    sent.current = [];
    searchDebounced.cancel();
    setTyped(search);
  }, [search, searchDebounced]);

  return {
    /** Whether the shown rows do not match the typed text yet. */
    waiting: typed.trim() !== search,
    field: {
      value: typed,
      onChange: (event: { currentTarget: { value: string } }) => {
        setTyped(event.currentTarget.value);
        searchDebounced(event.currentTarget.value.trim());
      },
      // Search at once when the field loses focus.
      onBlur: () => searchDebounced.flush(),
    },
  };
}

export type SearchBox = ReturnType<typeof useSearchBox>;
