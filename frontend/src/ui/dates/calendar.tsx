import "@mantine/dates/styles.layer.css";
import { useDirection } from "@mantine/core";
import { DatePicker, type DayOfWeek } from "@mantine/dates";
import { useFocusTrap, useMergedRef } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { publicSettingsQuery } from "@/api/catalogue";
import { firstDayOf } from "@/i18n/format";
import { languageInfo } from "@/i18n/languages";
import { todayIn } from "@/ui/periods/days";
import classes from "./dates.module.css";
import { formatDay } from "./day-text";

interface CalendarProps {
  value: string;
  min?: string | undefined;
  max?: string | undefined;
  onChoose: (day: string) => void;
  onClose: () => void;
}

/** The arrow keys in a right-to-left calendar. */
const MIRRORED: Readonly<Record<string, string>> = {
  ArrowLeft: "ArrowRight",
  ArrowRight: "ArrowLeft",
};

/** Returns the short weekday names if all of them fit their columns, else their initials. */
function weekdayStyle(locale: string): "short" | "narrow" {
  const days = Array.from({ length: 7 }, (_, day) => `2026-11-${16 + day}`);
  const names = days.map((day) => formatDay(day, locale, { weekday: "short" }));
  return names.every((name) => name.length <= 5) ? "short" : "narrow";
}

/** A month calendar to select a day, also with the arrow keys, in the language's direction. */
export function Calendar({ value, min, max, onChoose, onClose }: CalendarProps) {
  const { t, i18n } = useTranslation();
  const { dir } = useDirection();
  const locale = languageInfo(i18n.language).dateLocale;
  const today = todayIn(useQuery(publicSettingsQuery()).data?.time_zone);
  // The frame opens before the calendar has loaded, so the focus is set here.
  const frame = useRef<HTMLDivElement>(null);
  const box = useMergedRef(useFocusTrap(), frame);
  const [level, setLevel] = useState("month");
  const mirroring = useRef(false);
  const within = min && today < min ? min : max && today > max ? max : today;
  const isWithin = value && !(min && value < min) && !(max && value > max);
  const start = isWithin ? value : within;
  const weekday = weekdayStyle(locale);

  // The list of months or years replaces the focused button that opened it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on every change of level.
  useEffect(() => {
    if (document.activeElement !== document.body) return;
    const control = frame.current?.querySelector<HTMLElement>('table [tabindex="0"]');
    (control ?? frame.current?.querySelector("button"))?.focus();
  }, [level]);

  const onKeyDownCapture = (event: KeyboardEvent<HTMLDivElement>) => {
    const key = MIRRORED[event.key];
    if (dir !== "rtl" || !key || mirroring.current) return;
    // Mantine's grid goes to the previous day with the left key, even in right-to-left languages.
    event.preventDefault();
    event.stopPropagation();
    mirroring.current = true;
    event.target.dispatchEvent(
      new window.KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }),
    );
    mirroring.current = false;
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the keys of the grid inside.
    <div
      ref={box}
      onKeyDownCapture={onKeyDownCapture}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onClose();
      }}
    >
      <DatePicker
        __stopPropagation
        className={classes.calendar ?? ""}
        value={value || null}
        defaultDate={start}
        onLevelChange={setLevel}
        minDate={min}
        maxDate={max}
        onChange={(day) => day && onChoose(day)}
        allowDeselect={false}
        firstDayOfWeek={(firstDayOf(locale) % 7) as DayOfWeek}
        weekendDays={[]}
        hideOutsideDates
        weekdayFormat={(day) => formatDay(day, locale, { weekday })}
        monthLabelFormat={(day) => formatDay(day, locale, { month: "long", year: "numeric" })}
        yearLabelFormat={(day) => formatDay(day, locale, { year: "numeric" })}
        monthsListFormat={(day) => formatDay(day, locale, { month: "short" })}
        yearsListFormat={(day) => formatDay(day, locale, { year: "numeric" })}
        decadeLabelFormat={(first, last) =>
          `${formatDay(first, locale, { year: "numeric" })} – ${formatDay(last, locale, { year: "numeric" })}`
        }
        getDayAriaLabel={(day) => formatDay(day, locale, { dateStyle: "full" })}
        getDayProps={(day) => ({
          "data-autofocus": day === start || undefined,
          "data-now": day === today || undefined,
        })}
        previousLabel={t("dates.previous")}
        nextLabel={t("dates.next")}
      />
    </div>
  );
}
