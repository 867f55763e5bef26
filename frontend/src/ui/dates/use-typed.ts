import { useEffect, useRef, useState } from "react";

interface Typed {
  value: string;
  show: (value: string) => string;
  /** What a text means, else null; `whole` while it is still being typed and must not be guessed. */
  read: (text: string, whole: boolean) => string | null;
  onChange: (value: string) => void;
  /** Left with a text that means nothing; without it the value stays what it was. */
  onUnreadable?: (() => void) | undefined;
}

/** A field that shows a value in the reader's language and reads what is typed, once it is whole or left. */
export function useTyped({ value, show, read, onChange, onUnreadable }: Typed) {
  const [text, setText] = useState<string | null>(null);
  const [unreadable, setUnreadable] = useState(false);
  const focused = useRef(false);
  const clearing = useRef(false);

  // Set from elsewhere: what was typed before is not it. A text that means nothing stays to be corrected.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with every value.
  useEffect(() => {
    if (!focused.current && !clearing.current) reset();
    clearing.current = false;
  }, [value]);

  const reset = () => {
    setText(null);
    setUnreadable(false);
  };
  const change = (next: string) => {
    if (next !== value) onChange(next);
  };
  const type = (next: string) => {
    setText(next);
    setUnreadable(false);
    const meant = read(next, true);
    if (meant !== null) change(meant);
  };
  const settle = () => {
    if (text === null) return;
    const meant = text.trim() === "" ? "" : read(text, false);
    if (meant === null) {
      setUnreadable(true);
      clearing.current = onUnreadable !== undefined && value !== "";
      onUnreadable?.();
      return;
    }
    reset();
    change(meant);
  };
  return {
    shown: text ?? show(value),
    unreadable,
    type,
    settle,
    /** Chosen rather than typed. */
    choose: (next: string) => {
      reset();
      change(next);
    },
    onFocus: () => {
      focused.current = true;
    },
    onBlur: () => {
      focused.current = false;
      settle();
    },
  };
}
