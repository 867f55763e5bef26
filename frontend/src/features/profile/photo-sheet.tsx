import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { putPhoto } from "@/api/profile";
import { validateImage } from "@/api/upload";
import { ConfirmSheet } from "@/ui/confirm-sheet";
import classes from "./photo-editor.module.css";
import { UploadBar } from "./upload-bar";
import { usePreview } from "./use-preview";
import { useUpload } from "./use-upload";

interface PhotoSheetProps {
  file: File | null;
  onAnother: () => void;
  onClose: () => void;
}

/** Previews the chosen picture before it is uploaded. */
export function PhotoSheet({ file, onAnother, onClose }: PhotoSheetProps) {
  const { t } = useTranslation();
  const preview = usePreview(file);
  const upload = useUpload(putPhoto, { message: t("profile.photo.saved"), after: onClose });
  const refusal = file ? validateImage(file) : null;
  const close = () => {
    upload.cancel();
    onClose();
  };

  return (
    <ConfirmSheet
      opened={file !== null}
      onClose={close}
      title={t("profile.photo.preview_title")}
      confirmLabel={t(refusal ? "profile.photo.another" : "profile.photo.use")}
      working={upload.working}
      error={refusal ?? upload.error}
      onConfirm={() => {
        if (refusal) onAnother();
        else if (file) upload.send(file);
      }}
    >
      <div className={classes.preview}>
        {preview && !refusal ? <img src={preview} alt={t("profile.photo.preview")} /> : null}
        {upload.working ? <UploadBar share={upload.share} /> : <p>{t("profile.photo.hint")}</p>}
        {refusal || upload.working ? null : (
          <Button variant="subtle" size="sm" onClick={onAnother}>
            {t("profile.photo.another")}
          </Button>
        )}
      </div>
    </ConfirmSheet>
  );
}
