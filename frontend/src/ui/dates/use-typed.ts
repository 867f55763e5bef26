import { useEffect, useRef, useState } from "react";

interface Typed {
  value: string;
  show: (value: string) => string;
  /**
   * Parses a text; null if it is invalid. With `whole`, a text that the user is still typing must be
   * complete.
   */
  read: (text: string, whole: boolean) => string | null;
  onChange: (value: string) => void;
  /** Called when the field is left with an invalid text; without it the value stays unchanged. */
  onInvalid?: (() => void) | undefined;
}

/** A text field for a value in the user's language, parsed once the text is complete or the field is left. */
export function useTyped({ value, show, read, onChange, onInvalid }: Typed) {
  const [text, setText] = useState<string | null>(null);
  const [invalid, setInvalid] = useState(false);
  const focused = useRef(false);
  const clearing = useRef(false);

  // The value was set from outside, so the typed text is outdated. An invalid text stays to be corrected.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on every change of the value.
  useEffect(() => {
    if (!focused.current && !clearing.current) reset();
    clearing.current = false;
  }, [value]);

  const reset = () => {
    setText(null);
    setInvalid(false);
  };
  const change = (next: string) => {
    if (next !== value) onChange(next);
  };
  const type = (next: string) => {
    setText(next);
    setInvalid(false);
    const meant = read(next, true);
    if (meant !== null) change(meant);
  };
  const settle = () => {
    if (text === null) return;
    const meant = text.trim() === "" ? "" : read(text, false);
    if (meant === null) {
      setInvalid(true);
      clearing.current = onInvalid !== undefined && value !== "";
      onInvalid?.();
      return;
    }
    reset();
    change(meant);
  };
  return {
    shown: text ?? show(value),
    invalid,
    type,
    settle,
    /** Sets a value that was selected rather than typed. */
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
