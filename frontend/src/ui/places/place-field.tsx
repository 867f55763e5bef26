import { type RefObject, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import type { TripPoint } from "@/api/types";
import { useCategory } from "@/ui/use-category";
import { FieldMessage } from "./field-message";
import { FieldTools } from "./field-tools";
import classes from "./place-field.module.css";
import { PlaceOptions } from "./place-options";
import { chosen, type PointKind } from "./point";
import { useListbox } from "./use-listbox";
import { type PlaceOption, usePlaceSearch } from "./use-place-search";
import type { Points } from "./use-points";

interface PlaceFieldProps {
  kind: PointKind;
  /** Instead of those of the kind, such as for a stop. */
  words?: { label: string; hint: string; clear: string } | undefined;
  point: TripPoint | null;
  /** The position near which results rank first. */
  near: TripPoint | null;
  points: Points;
  /** Whether a click on the map sets this point. */
  selected: boolean;
  onSelect: () => void;
  /** Called when an option is selected; its place may still be loading. */
  onChosen: () => void;
  onClear: () => void;
  /** Whether the required address is missing. */
  missing: boolean;
  /** The rider for whom staff book, whose places are suggested. */
  rider?: number | undefined;
  /** Why the server rejected this place. */
  refused?: string | undefined;
  inputRef: RefObject<HTMLInputElement | null>;
}

/** An address of the trip: a combobox of places, saved addresses and the current location. */
export function PlaceField(props: PlaceFieldProps) {
  const {
    kind,
    words,
    near,
    points,
    selected,
    onSelect,
    onChosen,
    onClear,
    missing,
    refused,
    inputRef,
  } = props;
  const { t } = useTranslation();
  const context = useCategory();
  const inputId = useId();
  const messageId = useId();
  /** The text being typed; null while the selected address is shown. */
  const [typed, setTyped] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  const address = chosen(props.point)?.add ?? "";
  const { busy, failure } = points.states[kind];
  const search = usePlaceSearch({ text: typed ?? "", open, near, rider: props.rider });

  const choose = (option: PlaceOption) => {
    setTyped(null);
    setOpen(false);
    if (option.kind === "here") void points.chooseHere(kind);
    else if (option.kind === "saved") void points.chooseSaved(kind, option.address);
    else void points.chooseSuggestion(kind, option.suggestion);
    onChosen();
  };
  const listbox = useListbox({
    options: search.options,
    open,
    firstReady: (typed ?? "").trim() !== "",
    waiting: search.waiting,
    onOpen: () => setOpen(true),
    onClose: () => {
      setOpen(false);
      if (address) setTyped(null);
    },
    onChoose: choose,
  });
  const type = (text: string) => {
    points.forget(kind);
    setTyped(text);
    setOpen(true);
    if (text === "" && address) onClear();
  };
  const leave = () => {
    setOpen(false);
    // Restores the selected address. Text without a selected place stays and is marked.
    if (address || typed?.trim() === "") setTyped(null);
  };
  const text = busy ? busy.text || t("booking.looking_up") : (typed ?? address);
  const unchosen = !open && !busy && typed !== null && typed.trim() !== "";

  return (
    <div
      className={classes.field}
      data-kind={words ? "stop" : kind}
      data-selected={selected || undefined}
    >
      <span className={classes.dot} aria-hidden="true" />
      <div className={classes.box} data-wrong={missing || refused !== undefined || undefined}>
        <label className={classes.label} htmlFor={inputId}>
          {words?.label ?? t(kind === "pickup" ? "booking.pickup" : "booking.drop")}
        </label>
        <input
          {...listbox.inputProps}
          // Escape then closes the list, and not the panel around it.
          data-mantine-stop-propagation={listbox.inputProps["aria-expanded"] || undefined}
          id={inputId}
          ref={inputRef}
          className={classes.input}
          dir={text ? "auto" : undefined}
          value={text}
          placeholder={
            words?.hint ??
            t(kind === "pickup" ? "booking.pickup_hint" : "booking.drop_hint", { context })
          }
          aria-invalid={missing || refused !== undefined || failure !== null || undefined}
          aria-describedby={messageId}
          onChange={(event) => type(event.currentTarget.value)}
          onFocus={(event) => {
            onSelect();
            setOpen(true);
            event.currentTarget.select();
          }}
          onClick={() => setOpen(true)}
          onBlur={leave}
        />
        <FieldTools
          kind={kind}
          clear={words?.clear}
          busy={busy !== null}
          filled={text !== ""}
          onHere={() => void points.chooseHere(kind)}
          onClear={() => {
            setTyped(null);
            points.forget(kind);
            onClear();
            inputRef.current?.focus();
          }}
        />
        {open && (search.options.length > 0 || search.waiting || search.nothing) ? (
          <PlaceOptions
            {...search}
            {...listbox}
            label={t("booking.suggestions")}
            onActive={listbox.setActive}
            onChoose={choose}
          />
        ) : null}
      </div>
      <FieldMessage
        id={messageId}
        failure={search.failure ? "google_places_error" : failure}
        missing={missing}
        refused={refused}
        unchosen={unchosen}
        onRetry={search.failure ? search.retry : undefined}
      />
    </div>
  );
}
