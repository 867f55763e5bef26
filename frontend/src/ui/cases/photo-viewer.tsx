import { ActionIcon, useDirection } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { type KeyboardEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import type { CasePhoto } from "@/api/cases";
import { Modal } from "@/ui/dialog/modal";
import classes from "./photos.module.css";

interface PhotoViewerProps {
  photos: readonly CasePhoto[];
  /** The place of the photo that is shown first. */
  first: number;
  onExpired: (url: string) => void;
  onClose: () => void;
}

/** The photos of a message, large and one at a time; the arrow keys go to the others. */
export function PhotoViewer({ photos, first, onExpired, onClose }: PhotoViewerProps) {
  const { t } = useTranslation();
  const { dir } = useDirection();
  const [place, setPlace] = useState(first);
  const shown = photos[Math.min(place, photos.length - 1)];
  const go = (by: number) =>
    setPlace((before) => Math.min(photos.length - 1, Math.max(0, before + by)));
  const press = ({ key }: KeyboardEvent) => {
    const forward = dir === "rtl" ? -1 : 1;
    if (key === "ArrowRight") go(forward);
    if (key === "ArrowLeft") go(-forward);
  };
  const [Back, Next] =
    dir === "rtl" ? [IconChevronRight, IconChevronLeft] : [IconChevronLeft, IconChevronRight];
  const title = t("cases.photo_of", { number: place + 1, total: photos.length });
  if (!shown) return null;
  return (
    <Modal
      opened
      onClose={onClose}
      size="70rem"
      title={title}
      closeButtonProps={{ "aria-label": t("app.close") }}
      onKeyDown={press}
    >
      <img
        key={shown.id}
        className={classes.large}
        src={shown.url}
        alt={title}
        onError={() => onExpired(shown.url)}
      />
      {photos.length > 1 ? (
        <div className={classes.steps}>
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={t("cases.photo_before")}
            aria-disabled={place === 0 || undefined}
            data-disabled={place === 0 || undefined}
            onClick={() => go(-1)}
          >
            <Back size={20} aria-hidden="true" />
          </ActionIcon>
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={t("cases.photo_next")}
            aria-disabled={place === photos.length - 1 || undefined}
            data-disabled={place === photos.length - 1 || undefined}
            onClick={() => go(1)}
          >
            <Next size={20} aria-hidden="true" />
          </ActionIcon>
        </div>
      ) : null}
    </Modal>
  );
}
