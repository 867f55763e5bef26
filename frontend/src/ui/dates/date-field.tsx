import { ActionIcon, Popover, TextInput, type TextInputProps } from "@mantine/core";
import { useId } from "@mantine/hooks";
import { IconCalendar } from "@tabler/icons-react";
import { type KeyboardEvent, type Ref, Suspense, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { languageInfo } from "@/i18n/languages";
import { todayIn } from "@/ui/periods/days";
import { lazy } from "../lazy";
import classes from "./dates.module.css";
import { formatDay, readDay } from "./day-text";
import { useTyped } from "./use-typed";

const Calendar = lazy(async () => ({ default: (await import("./calendar")).Calendar }));

/** Above the sheets and dialogs that may contain a field. */
const LAYER = 1100;

export interface DateFieldProps
  extends Omit<
    TextInputProps,
    "value" | "defaultValue" | "onChange" | "type" | "min" | "max" | "ref"
  > {
  /** "2026-11-22", or "" for none. */
  value: string;
  onChange: (day: string) => void;
  min?: string | undefined;
  max?: string | undefined;
  /** Called when the field is left with an invalid text; without it the value stays unchanged. */
  onInvalid?: (() => void) | undefined;
  inputRef?: Ref<HTMLInputElement> | undefined;
}

/** A day, typed or selected in a calendar, in the language of the app rather than the browser's. */
export function DateField({
  value,
  onChange,
  onInvalid,
  min,
  max,
  error,
  inputRef,
  id: givenId,
  onKeyDown,
  onFocus,
  onBlur,
  disabled,
  ...field
}: DateFieldProps) {
  const { t, i18n } = useTranslation();
  const locale = languageInfo(i18n.language).dateLocale;
  const id = useId(givenId);
  const opener = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState(false);
  const today = todayIn(undefined);
  const show = (day: string) => formatDay(day, locale);
  const typed = useTyped({
    value,
    show,
    read: (text, whole) => readDay(text, locale, today, whole),
    onChange,
    onInvalid,
  });

  const close = () => {
    setOpened(false);
    opener.current?.focus();
  };
  const keys = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Enter") typed.settle();
    if (event.key === "Escape" && opened) {
      event.stopPropagation();
      close();
    }
    if (event.key === "ArrowDown") {
      event.preventDefault();
      setOpened(true);
    }
    onKeyDown?.(event);
  };
  const ownError = typed.invalid
    ? t("dates.unreadable", { example: show(value || today) })
    : value && min && value < min
      ? t("dates.too_early", { day: show(min) })
      : value && max && value > max
        ? t("dates.too_late", { day: show(max) })
        : undefined;

  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      onDismiss={() => setOpened(false)}
      position="bottom-start"
      shadow="md"
      zIndex={LAYER}
      hideDetached={false}
      transitionProps={{ duration: 0 }}
      withRoles={false}
      // Mantine's handler would return the focus to the element focused before the button was clicked.
      closeOnEscape={false}
    >
      <Popover.Target>
        <TextInput
          placeholder={t("dates.format")}
          {...field}
          id={id}
          ref={inputRef}
          autoComplete="off"
          disabled={disabled}
          value={typed.shown}
          error={ownError ?? error}
          data-invalid-date={typed.invalid || undefined}
          // Escape closes the calendar, not the dialog around the field.
          data-mantine-stop-propagation={opened || undefined}
          onChange={(event) => typed.type(event.currentTarget.value)}
          onFocus={(event) => {
            typed.onFocus();
            onFocus?.(event);
          }}
          onBlur={(event) => {
            typed.onBlur();
            onBlur?.(event);
          }}
          onKeyDown={keys}
          rightSection={
            <ActionIcon
              ref={opener}
              className={classes.opener ?? ""}
              variant="subtle"
              color="gray"
              disabled={disabled}
              aria-label={t("dates.open")}
              aria-describedby={field.label ? `${id}-label` : undefined}
              aria-haspopup="dialog"
              aria-expanded={opened}
              data-mantine-stop-propagation={opened || undefined}
              // Keeps the focus in the text field until the calendar takes it, also in browsers where a click
              // does not focus a button. Otherwise the loss of focus would close the calendar, and the click
              // would reopen it.
              onMouseDown={(event) => {
                event.preventDefault();
                event.stopPropagation();
              }}
              onTouchStart={(event) => event.stopPropagation()}
              onClick={() => setOpened(!opened)}
            >
              <IconCalendar size={18} aria-hidden="true" />
            </ActionIcon>
          }
        />
      </Popover.Target>
      <Popover.Dropdown
        className={classes.dropdown ?? ""}
        role="dialog"
        aria-label={t("dates.calendar")}
      >
        <Suspense fallback={<div className={classes.space} />}>
          <Calendar
            value={value}
            min={min}
            max={max}
            onChoose={(day) => {
              typed.choose(day);
              close();
            }}
            onClose={close}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
