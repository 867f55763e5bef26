import { IconClock, IconCurrentLocation, IconMapPin, IconStar } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { useStableWhilePressed } from "@/ui/use-stable-while-pressed";
import { Highlighted } from "./highlighted";
import classes from "./place-options.module.css";
import type { PlaceOption } from "./use-place-search";

interface PlaceOptionsProps {
  label: string;
  options: PlaceOption[];
  pressProps: ReturnType<typeof useStableWhilePressed>["pressProps"];
  listId: string;
  optionId: (index: number) => string;
  active: number;
  onActive: (index: number) => void;
  onChoose: (option: PlaceOption) => void;
  waiting: boolean;
  nothing: boolean;
}

function OptionBody({ option }: { option: PlaceOption }) {
  const { t } = useTranslation();
  if (option.kind === "here") {
    return (
      <>
        <IconCurrentLocation size={20} aria-hidden="true" />
        <span className={classes.main}>{t("booking.my_location")}</span>
      </>
    );
  }
  if (option.kind === "saved") {
    const Icon = option.address.count > 1 ? IconStar : IconClock;
    return (
      <>
        <Icon size={20} aria-hidden="true" />
        <span className={classes.texts}>
          <span className={classes.main} dir="auto">
            {option.address.description}
          </span>
          <span className={classes.second}>{t("booking.saved_address")}</span>
        </span>
      </>
    );
  }
  const { main_text, secondary_text, main_text_matched_substrings } =
    option.suggestion.structured_formatting;
  return (
    <>
      <IconMapPin size={20} aria-hidden="true" />
      <span className={classes.texts}>
        <span className={classes.main} dir="auto">
          <Highlighted text={main_text} matches={main_text_matched_substrings} />
        </span>
        {secondary_text ? (
          <span className={classes.second} dir="auto">
            {secondary_text}
          </span>
        ) : null}
      </span>
    </>
  );
}

/** The dropdown of an address field. Focus stays in the field. */
export function PlaceOptions(props: PlaceOptionsProps) {
  const { t } = useTranslation();
  const {
    label,
    options,
    pressProps,
    listId,
    optionId,
    active,
    onActive,
    onChoose,
    waiting,
    nothing,
  } = props;
  return (
    <div className={classes.drop}>
      {options.length > 0 ? (
        <div
          {...pressProps}
          id={listId}
          className={classes.list}
          role="listbox"
          aria-label={label}
          aria-busy={waiting}
          data-waiting={waiting || undefined}
          onMouseDown={(event) => event.preventDefault()}
        >
          {options.map((option, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the focus and its keys stay in the input.
            <div
              key={option.id}
              id={optionId(index)}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              className={classes.option}
              onMouseEnter={() => onActive(index)}
              onClick={() => onChoose(option)}
            >
              <OptionBody option={option} />
            </div>
          ))}
        </div>
      ) : null}
      <p className={classes.note} role="status">
        {waiting && options.length === 0 ? t("booking.searching_places") : null}
        {nothing ? t("booking.no_place") : null}
      </p>
    </div>
  );
}
