import { CloseButton, Loader } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { type RefObject, useEffect, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { ridersQuery } from "@/api/riders";
import type { Rider } from "@/api/types";
import { errorText } from "@/i18n/error-text";
import { Avatar } from "@/ui/avatar";
import { useListbox } from "@/ui/places/use-listbox";
import { NewRiderSheet } from "./new-rider-sheet";
import classes from "./rider-field.module.css";
import { NEW_RIDER, type RiderOption, RiderOptions } from "./rider-options";

interface RiderFieldProps {
  rider: Rider | null;
  onChange: (rider: Rider | null) => void;
  /** A search to start with, such as a caller's number. */
  search?: string;
  /** Whether the required rider is missing. */
  missing: boolean;
  inputRef: RefObject<HTMLInputElement | null>;
  /** Whether a dialog with the field opens with the focus in it. */
  autoFocus?: boolean;
}

const TYPING_PAUSE_MS = 200;

/** Whether the server accepts a booking for this rider. */
const canBook = (rider: Rider) => rider.approved && rider.profile_complete;

/** The rider for whom an admin books: a combobox that searches by name, email or phone. */
export function RiderField({
  rider,
  onChange,
  search: given = "",
  missing,
  inputRef,
  autoFocus = false,
}: RiderFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  const [typed, setTyped] = useState("");
  const [open, setOpen] = useState(false);
  const [debounced] = useDebouncedValue(typed.trim(), TYPING_PAUSE_MS);
  const search = useQuery({ ...ridersQuery(debounced), enabled: open });
  const [adding, setAdding] = useState<string | null>(null);
  const waiting = search.isFetching || debounced !== typed.trim();
  const nothing = !waiting && search.isSuccess && search.data.length === 0;
  const found: RiderOption[] = (search.data ?? []).map((one) => ({
    id: String(one.id),
    rider: one,
  }));
  const options = nothing && typed.trim() !== "" ? [NEW_RIDER] : found;

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each given search.
  useEffect(() => {
    if (given === "") return;
    onChange(null);
    setTyped(given);
    setOpen(true);
    inputRef.current?.focus();
  }, [given]);

  const choose = (chosen: Rider | null) => {
    if (chosen === null) {
      setOpen(false);
      setAdding(typed.trim());
      return;
    }
    if (!canBook(chosen)) return;
    onChange(chosen);
    setTyped("");
    setOpen(false);
  };
  const listbox = useListbox({
    options,
    open,
    firstReady: typed.trim() !== "",
    waiting,
    onOpen: () => setOpen(true),
    onClose: () => setOpen(false),
    onChoose: (option) => choose(option.rider),
  });

  return (
    <div className={classes.field} data-wrong={missing || undefined}>
      {rider ? <Avatar name={rider.name} image={rider.profile_image} size={36} /> : null}
      <div className={classes.box}>
        <label className={classes.label} htmlFor={id}>
          {t("booking.rider")}
        </label>
        <input
          {...listbox.inputProps}
          id={id}
          ref={inputRef}
          className={classes.input}
          dir={rider || typed ? "auto" : undefined}
          value={rider ? rider.name : typed}
          placeholder={t("booking.rider_hint")}
          aria-required
          data-autofocus={autoFocus || undefined}
          aria-invalid={missing || undefined}
          aria-describedby={`${id}-note`}
          onChange={(event) => {
            // Typing over a chosen rider starts a new search.
            if (rider) onChange(null);
            setTyped(event.currentTarget.value);
            setOpen(true);
          }}
          onFocus={(event) => {
            event.currentTarget.select();
            if (!rider) setOpen(true);
          }}
          onClick={() => setOpen(!rider)}
          onBlur={() => setOpen(false)}
        />
        <span id={`${id}-note`} className={classes.note} aria-live="polite">
          {rider ? <bdi>{[rider.mobile, rider.email].filter(Boolean).join(" · ")}</bdi> : null}
          {missing ? t("booking.rider_needed") : null}
          {open && search.error && !search.isFetching ? errorText(search.error, t) : null}
        </span>
      </div>
      {open && waiting ? <Loader size={18} aria-hidden="true" /> : null}
      {rider ? (
        <CloseButton
          aria-label={t("booking.rider_clear")}
          onClick={() => {
            onChange(null);
            inputRef.current?.focus();
          }}
        />
      ) : null}
      {open && !search.error ? (
        <RiderOptions
          listbox={listbox}
          waiting={waiting}
          nothing={nothing}
          typed={typed.trim()}
          onChoose={choose}
        />
      ) : null}
      {adding === null ? null : (
        <NewRiderSheet
          typed={adding}
          onClose={() => setAdding(null)}
          onAdded={(added) => {
            setAdding(null);
            choose(added);
          }}
        />
      )}
    </div>
  );
}
