import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useStableWhilePressed } from "@/ui/use-stable-while-pressed";

interface ListboxOptions<T extends { id: string }> {
  options: T[];
  open: boolean;
  onOpen: () => void;
  onClose: () => void;
  onChoose: (option: T) => void;
  /** Enter selects the first option as soon as the list is loaded. */
  firstReady: boolean;
  /** The options belong to an earlier text; others are loading. */
  waiting?: boolean;
}

/** The keyboard handling and ARIA attributes of a combobox whose focus stays in its input. */
export function useListbox<T extends { id: string }>({
  options: latest,
  open,
  onOpen,
  onClose,
  onChoose,
  firstReady,
  waiting = false,
}: ListboxOptions<T>) {
  const listId = useId();
  const [active, setActive] = useState(-1);
  const { stableValue: options, pressProps } = useStableWhilePressed(latest);
  /** Whether an arrow key has selected an option. */
  const moved = useRef(false);
  /** Enter was pressed before the results arrived; their first option is then selected. */
  const [early, setEarly] = useState(false);
  const shape = options.map((option) => option.id).join("\n");

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the options change.
  useEffect(() => {
    moved.current = false;
    setActive(firstReady && options.length > 0 ? 0 : -1);
  }, [shape, open, firstReady]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once when the results arrive.
  useEffect(() => {
    if (!early || waiting) return;
    setEarly(false);
    const first = latest[0];
    if (open && first) onChoose(first);
  }, [early, waiting]);

  const optionId = (index: number) => `${listId}-${index}`;
  const shown = open && options.length > 0;

  useEffect(() => {
    if (!shown || active < 0) return;
    const option = document.getElementById(`${listId}-${active}`);
    option?.scrollIntoView?.({ block: "nearest" });
  }, [active, shown, listId]);

  const step = (by: number) => {
    if (!open) return onOpen();
    moved.current = true;
    const count = options.length;
    if (count > 0)
      setActive((now) => (now < 0 ? (by > 0 ? 0 : count - 1) : (now + by + count) % count));
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key !== "Enter") setEarly(false);
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      step(event.key === "ArrowDown" ? 1 : -1);
    } else if (event.key === "Enter" && open && firstReady && waiting && !moved.current) {
      event.preventDefault();
      setEarly(true);
    } else if (event.key === "Enter") {
      const option = shown ? options[active] : undefined;
      if (!option) return;
      event.preventDefault();
      onChoose(option);
    } else if (event.key === "Escape" && open) {
      event.preventDefault();
      event.stopPropagation();
      onClose();
    }
  };

  return {
    options,
    /** Props for the element around the options. */
    pressProps,
    listId,
    optionId,
    active,
    setActive,
    inputProps: {
      role: "combobox" as const,
      "aria-autocomplete": "list" as const,
      "aria-expanded": shown,
      "aria-controls": shown ? listId : undefined,
      "aria-activedescendant": shown && active >= 0 ? optionId(active) : undefined,
      autoComplete: "off",
      spellCheck: false,
      onKeyDown,
    },
  };
}
