import { Button, Loader } from "@mantine/core";
import { IconCamera, IconX } from "@tabler/icons-react";
import { type ReactNode, useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import { MAX_CASE_PHOTOS } from "@/api/cases";
import { IMAGE_TYPES } from "@/api/upload";
import { errorText } from "@/i18n/error-text";
import classes from "./photos.module.css";
import { useCasePhotos } from "./use-case-photos";

interface PhotoFieldProps {
  /** The ids of the uploaded photos. */
  value: readonly number[];
  onChange: (update: (ids: number[]) => number[]) => void;
  error?: ReactNode;
}

/** The photos of a message: up to five, each uploaded when it is chosen and removable before sending. */
export function PhotoField({ value, onChange, error }: PhotoFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const photos = useCasePhotos(value, onChange);
  const refusal = photos.error ? errorText(photos.error, t) : error;
  const full = t("cases.photos_hint", { most: MAX_CASE_PHOTOS });
  return (
    <div className={classes.field}>
      <input
        ref={input}
        hidden
        type="file"
        multiple
        accept={IMAGE_TYPES.join(",")}
        onChange={(event) => {
          const chosen = [...(event.currentTarget.files ?? [])];
          // The same file can be chosen again.
          event.currentTarget.value = "";
          if (chosen.length > 0) photos.add(chosen);
        }}
      />
      {photos.shots.length > 0 ? (
        <ul className={classes.shots} aria-label={t("cases.photos")}>
          {photos.shots.map((shot) => (
            <li key={shot.key} data-pending={shot.id === null || undefined}>
              <img src={shot.preview} alt={shot.name} />
              {shot.id === null ? (
                <Loader
                  className={classes.loader ?? ""}
                  size="sm"
                  aria-label={t("cases.photo_sending")}
                />
              ) : null}
              <button
                type="button"
                className={classes.remove}
                aria-label={t("cases.photo_remove", { name: shot.name })}
                onClick={() => {
                  photos.remove(shot);
                  button.current?.focus();
                }}
              >
                <IconX size={16} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <Button
        ref={button}
        variant="default"
        leftSection={<IconCamera size={18} aria-hidden="true" />}
        aria-describedby={`${id}-hint`}
        aria-disabled={photos.isFull || undefined}
        data-disabled={photos.isFull || undefined}
        onClick={() => {
          if (!photos.isFull) input.current?.click();
        }}
      >
        {t("cases.photos_add")}
      </Button>
      <p id={`${id}-hint`} className={classes.hint} role={photos.tooMany ? "alert" : undefined}>
        {full}
      </p>
      {refusal ? (
        <p className={classes.refused} role="alert">
          {refusal}
        </p>
      ) : null}
    </div>
  );
}
