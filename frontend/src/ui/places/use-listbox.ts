import { type KeyboardEvent, useEffect, useId, useState } from "react";

interface ListboxOptions<T extends { id: string }> {
  options: T[];
  open: boolean;
  onOpen: () => void;
  onClose: () => void;
  onChoose: (option: T) => void;
  /** The first option is ready for Enter as soon as the list is there. */
  firstReady: boolean;
}

/** The keyboard and the ARIA of a combobox whose focus stays in its input. */
export function useListbox<T extends { id: string }>({
  options,
  open,
  onOpen,
  onClose,
  onChoose,
  firstReady,
}: ListboxOptions<T>) {
  const listId = useId();
  const [active, setActive] = useState(-1);
  const shape = options.map((option) => option.id).join("\n");

  // biome-ignore lint/correctness/useExhaustiveDependencies: other options start over, whatever they are.
  useEffect(() => setActive(firstReady && options.length > 0 ? 0 : -1), [shape, open, firstReady]);

  const optionId = (index: number) => `${listId}-${index}`;
  const shown = open && options.length > 0;

  useEffect(() => {
    if (!shown || active < 0) return;
    const option = document.getElementById(`${listId}-${active}`);
    option?.scrollIntoView?.({ block: "nearest" });
  }, [active, shown, listId]);

  const step = (by: number) => {
    if (!open) return onOpen();
    const count = options.length;
    if (count > 0)
      setActive((now) => (now < 0 ? (by > 0 ? 0 : count - 1) : (now + by + count) % count));
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      step(event.key === "ArrowDown" ? 1 : -1);
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
