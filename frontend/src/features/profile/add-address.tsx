import { Button, Loader } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/error";
import { fetchPlace, reverseGeocode } from "@/api/places";
import { addAddress, addressesKey } from "@/api/profile";
import type { Place } from "@/api/types";
import { currentPosition, type LocationFailure } from "@/ui/places/geolocation";
import { PlaceOptions } from "@/ui/places/place-options";
import { useListbox } from "@/ui/places/use-listbox";
import { type PlaceOption, usePlaceSearch } from "@/ui/places/use-place-search";
import { toast } from "@/ui/toast";
import classes from "./add-address.module.css";
import { Failure } from "./failure";

/** Returns the place of an option. `explain` reports why the device has no position. */
async function placeOf(
  option: PlaceOption,
  explain: (why: LocationFailure) => string,
): Promise<Place> {
  if (option.kind === "place") return fetchPlace(option.suggestion.place_id);
  const here = await currentPosition().catch((why: LocationFailure) => {
    throw new ApiError(400, why, explain(why));
  });
  return reverseGeocode(here);
}

/** A place search that saves the chosen address. */
export function AddAddress({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const [open, setOpen] = useState(false);
  const search = usePlaceSearch({ text, open, near: null, withSaved: false });
  const saving = useMutation({
    mutationFn: async (option: PlaceOption) => {
      const explain = (why: LocationFailure) => t(`booking.${why}`);
      const { description, lat, lng } = await placeOf(option, explain);
      await addAddress({ description, lat, lng });
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: addressesKey });
      toast.success(t("profile.addresses.saved"));
      onClose();
    },
  });
  const choose = (option: PlaceOption) => {
    setOpen(false);
    saving.mutate(option);
  };
  const listbox = useListbox({
    options: search.options,
    open,
    firstReady: text.trim() !== "",
    waiting: search.waiting,
    onOpen: () => setOpen(true),
    onClose: () => setOpen(false),
    onChoose: choose,
  });

  useEffect(() => input.current?.focus(), []);

  return (
    <div className={classes.add}>
      <div className={classes.line}>
        <label className={classes.label} htmlFor={id}>
          {t("profile.addresses.search")}
        </label>
        {/* Above the field, so that the dropdown does not cover it. */}
        <Button variant="subtle" onClick={onClose}>
          {t("app.cancel")}
        </Button>
      </div>
      <div className={classes.box}>
        <input
          {...listbox.inputProps}
          id={id}
          ref={input}
          className={classes.input}
          dir={text ? "auto" : undefined}
          placeholder={t("profile.addresses.search_hint")}
          value={text}
          readOnly={saving.isPending}
          onChange={(event) => {
            saving.reset();
            setText(event.currentTarget.value);
            setOpen(true);
          }}
          onFocus={() => setOpen(true)}
          onClick={() => setOpen(true)}
          onBlur={() => setOpen(false)}
        />
        {saving.isPending ? (
          <Loader className={classes.wait} size={18} aria-label={t("profile.addresses.saving")} />
        ) : null}
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
      <Failure error={saving.error ?? search.failure} />
    </div>
  );
}
