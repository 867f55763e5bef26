import { Suspense, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { CasePhoto } from "@/api/cases";
import { lazy } from "@/ui/lazy";
import classes from "./photos.module.css";

const PhotoViewer = lazy(async () => ({ default: (await import("./photo-viewer")).PhotoViewer }));

interface PhotoListProps {
  photos: readonly CasePhoto[];
  /** Fetches the case again; addresses of photos are valid for a few minutes. */
  onExpired: () => void;
}

/** The photos of a message as buttons that show them large. */
export function PhotoList({ photos, onExpired }: PhotoListProps) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState<number | null>(null);
  const renewed = useRef<string | null>(null);
  // Once for each address: a file that is gone never loads.
  const renew = (failed: string) => {
    if (renewed.current === failed) return;
    renewed.current = failed;
    onExpired();
  };
  if (photos.length === 0) return null;
  return (
    <>
      <ul className={classes.shots} aria-label={t("cases.photos")}>
        {photos.map(({ id, url }, place) => (
          <li key={id}>
            <button
              type="button"
              className={classes.thumbnail}
              aria-haspopup="dialog"
              aria-label={t("cases.photo_open", { number: place + 1, total: photos.length })}
              onClick={() => setOpened(place)}
            >
              <img src={url} alt="" loading="lazy" onError={() => renew(url)} />
            </button>
          </li>
        ))}
      </ul>
      <Suspense fallback={null}>
        {opened === null ? null : (
          <PhotoViewer
            photos={photos}
            first={opened}
            onExpired={renew}
            onClose={() => setOpened(null)}
          />
        )}
      </Suspense>
    </>
  );
}
