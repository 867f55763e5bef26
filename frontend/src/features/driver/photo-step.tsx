import { Button, Progress } from "@mantine/core";
import { IconCamera } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { PhotoKind } from "@/api/delivery";
import type { Booking } from "@/api/types";
import { IMAGE_TYPES } from "@/api/upload";
import { errorText } from "@/i18n/error-text";
import classes from "./photo-step.module.css";
import panel from "./trip-panel.module.css";
import { usePhoto } from "./use-photo";

interface PhotoStepProps {
  booking: Booking;
  kind: PhotoKind;
  /** The URL of the uploaded photo, which a new one replaces. */
  taken: string | null;
}

/** Returns an object URL for a chosen file, revoked when the file changes. */
function usePreview(file: File | null): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return;
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => {
      setAddress(null);
      URL.revokeObjectURL(made);
    };
  }, [file]);
  return address;
}

/** The photo of the parcel: taken with the camera, previewed, uploaded, and replaceable. */
export function PhotoStep({ booking, kind, taken }: PhotoStepProps) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const preview = usePreview(file);
  const photo = usePhoto(booking.id, kind, () => setFile(null));
  const shown = preview ?? taken;
  const take = () => input.current?.click();

  return (
    <section className={classes.step} aria-label={t(`driver.photo_${kind}`)}>
      <input
        ref={input}
        className="hx-visually-hidden"
        type="file"
        accept={IMAGE_TYPES.join(",")}
        capture="environment"
        tabIndex={-1}
        aria-label={t(`driver.photo_${kind}`)}
        onChange={(event) => {
          const picture = event.currentTarget.files?.[0];
          // Reset the input so that the same file can be chosen again.
          event.currentTarget.value = "";
          if (!picture) return;
          photo.forget();
          setFile(picture);
        }}
      />
      {shown ? (
        <img className={classes.picture} src={shown} alt={t(`trip.photo_${kind}_alt`)} />
      ) : null}
      {photo.working ? (
        <div className={classes.sending} role="status">
          <Progress.Root size="lg" radius="xl">
            <Progress.Section
              value={Math.max(4, photo.share * 100)}
              aria-label={t("driver.photo_sending")}
              color="lamp"
              striped={photo.share >= 1}
              animated={photo.share >= 1}
            />
          </Progress.Root>
          <p>{t(photo.waiting ? "driver.pending_network" : "driver.photo_sending")}</p>
        </div>
      ) : null}
      {photo.error ? (
        <p className={panel.refused} role="alert">
          {errorText(photo.error, t)}
        </p>
      ) : null}
      {file && !photo.working ? (
        <div className={classes.ways}>
          <Button variant="default" size="lg" onClick={take}>
            {t("driver.photo_again")}
          </Button>
          <Button variant="lamp" size="lg" onClick={() => photo.send(file)}>
            {t(photo.error ? "app.retry" : "driver.photo_use")}
          </Button>
        </div>
      ) : null}
      {file || photo.working ? null : (
        <Button
          variant={taken ? "subtle" : "lamp"}
          size={taken ? "md" : "xl"}
          fullWidth
          leftSection={<IconCamera size={24} aria-hidden="true" />}
          onClick={take}
        >
          {t(taken ? "driver.photo_again" : `driver.photo_${kind}`)}
        </Button>
      )}
    </section>
  );
}
