import { useDebouncedCallback } from "@mantine/hooks";
import { useEffect, useRef, useState } from "react";

const TYPING_PAUSE_MS = 250;

/** A list's search field: what is typed shows at once and is looked for after a pause, or when the field is left. */
export function useSearchBox(search: string, find: (text: string) => void) {
  const [typed, setTyped] = useState(search);
  /** Words of ours that the address does not show yet. */
  const sent = useRef<string[]>([]);
  const findSoon = useDebouncedCallback((text: string) => {
    if (text === (sent.current.at(-1) ?? search)) return;
    sent.current.push(text);
    find(text);
  }, TYPING_PAUSE_MS);

  // Cleared, or chosen with a view, from elsewhere; our own words are in the field already, or more of them.
  useEffect(() => {
    const at = sent.current.indexOf(search);
    sent.current = sent.current.slice(at + 1);
    if (at >= 0) return;
    sent.current = [];
    findSoon.cancel();
    setTyped(search);
  }, [search, findSoon]);

  return {
    /** What is shown is not what is asked for yet. */
    waiting: typed.trim() !== search,
    field: {
      value: typed,
      onChange: (event: { currentTarget: { value: string } }) => {
        setTyped(event.currentTarget.value);
        findSoon(event.currentTarget.value.trim());
      },
      // Whoever goes on to something else comes back to what was looked for.
      onBlur: () => findSoon.flush(),
    },
  };
}

export type SearchBox = ReturnType<typeof useSearchBox>;
