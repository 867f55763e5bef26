import { IconUserPlus } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { Rider } from "@/api/types";
import { Avatar } from "@/ui/avatar";
import type { useListbox } from "@/ui/places/use-listbox";
import classes from "./rider-field.module.css";

/** A rider that was found, or null to add a new one. */
export interface RiderOption {
  id: string;
  rider: Rider | null;
}

export const NEW_RIDER: RiderOption = { id: "new", rider: null };

interface RiderOptionsProps {
  listbox: ReturnType<typeof useListbox<RiderOption>>;
  waiting: boolean;
  nothing: boolean;
  /** The text of the search. */
  typed: string;
  onChoose: (rider: Rider | null) => void;
}

/** The options of the rider field. Riders who cannot be booked for are marked. */
export function RiderOptions({ listbox, waiting, nothing, typed, onChoose }: RiderOptionsProps) {
  const { t } = useTranslation();
  const statusOf = (rider: Rider) => {
    if (!rider.approved) return t("booking.rider_unapproved");
    if (!rider.profile_complete) return t("booking.rider_incomplete");
    return [rider.mobile, rider.email].filter(Boolean).join(" · ");
  };
  return (
    <div className={classes.drop}>
      <p className={classes.noMatch} role="status">
        {nothing ? t("booking.rider_none") : null}
      </p>
      {listbox.options.length > 0 ? (
        <div
          {...listbox.pressProps}
          id={listbox.listId}
          className={classes.list}
          role="listbox"
          aria-label={t("booking.riders")}
          aria-busy={waiting}
          onMouseDown={(event) => event.preventDefault()}
        >
          {listbox.options.map(({ id, rider }, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the input's, where the focus is.
            <div
              key={id}
              id={listbox.optionId(index)}
              role="option"
              tabIndex={-1}
              aria-selected={index === listbox.active}
              aria-haspopup={rider ? undefined : "dialog"}
              aria-disabled={(rider && !(rider.approved && rider.profile_complete)) || undefined}
              className={classes.option}
              onMouseEnter={() => listbox.setActive(index)}
              onClick={() => onChoose(rider)}
            >
              {rider ? (
                <>
                  <Avatar name={rider.name} image={rider.profile_image} size={36} />
                  <span className={classes.texts}>
                    <bdi className={classes.name}>{rider.name || t("booking.rider_nameless")}</bdi>
                    <bdi className={classes.second}>{statusOf(rider)}</bdi>
                  </span>
                </>
              ) : (
                <>
                  <IconUserPlus size={20} aria-hidden="true" />
                  <span className={classes.create}>
                    {t("booking.new_rider_of", { text: typed })}
                  </span>
                </>
              )}
            </div>
          ))}
        </div>
      ) : null}
    </div>
  );
}
