import { Button, FileButton } from "@mantine/core";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { IMAGE_TYPES, validateImage } from "@/api/upload";
import { errorText } from "@/i18n/error-text";
import { CarArt } from "@/ui/art/car-art";
import classes from "./car-types.module.css";

interface ImageFieldProps {
  icon: string;
  /** The stored picture. */
  image: string | null;
  file: File | null;
  onFile: (file: File | null) => void;
  /** Removes the stored picture. */
  onRemove: () => void;
}

/** The car's picture as riders see it, or the default drawing. */
export function ImageField({ icon, image, file, onFile, onRemove }: ImageFieldProps) {
  const { t } = useTranslation();
  const [preview, setPreview] = useState<string | null>(null);
  const [refused, setRefused] = useState<unknown>(null);
  useEffect(() => {
    if (!file) {
      setPreview(null);
      return;
    }
    const url = URL.createObjectURL(file);
    setPreview(url);
    return () => URL.revokeObjectURL(url);
  }, [file]);
  const shown = preview ?? image;

  return (
    <div className={classes.picture}>
      <CarArt icon={icon} image={shown} size={120} />
      <div className={classes.pick}>
        <FileButton
          accept={IMAGE_TYPES.join(",")}
          onChange={(chosen) => {
            if (!chosen) return;
            const why = validateImage(chosen);
            setRefused(why);
            if (!why) onFile(chosen);
          }}
          inputProps={{ "aria-label": t("cartypes.image"), tabIndex: -1 }}
        >
          {(props) => (
            <Button {...props} variant="default" size="xs">
              {t(shown ? "cartypes.image_another" : "cartypes.image_add")}
            </Button>
          )}
        </FileButton>
        {shown ? (
          <Button
            variant="subtle"
            color="gray"
            size="xs"
            onClick={() => (file ? onFile(null) : onRemove())}
          >
            {t("cartypes.image_remove")}
          </Button>
        ) : null}
        {refused ? (
          <p className={classes.error} role="alert">
            {errorText(refused, t)}
          </p>
        ) : null}
      </div>
    </div>
  );
}
