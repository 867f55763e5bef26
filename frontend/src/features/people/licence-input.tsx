import { FileInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { uploadLicence } from "@/api/auth";
import { IMAGE_TYPES, validateImage } from "@/api/upload";
import { errorText } from "@/i18n/error-text";

/** The key of pending uploads, which a form waits for. */
export const licenceUploadKey = ["licence-upload"];

interface LicenceInputProps {
  /** The token of the uploaded picture, or "" if there is none. */
  onChange: (token: string) => void;
  error: string | boolean;
}

/** The licence of a new driver, uploaded before the form, which sends its token. */
export function LicenceInput({ onChange, error }: LicenceInputProps) {
  const { t } = useTranslation();
  const [file, setFile] = useState<File | null>(null);
  const stop = useRef<AbortController | null>(null);
  const send = useMutation({
    mutationKey: licenceUploadKey,
    mutationFn: (picture: File) => {
      const refusal = validateImage(picture);
      if (refusal) throw refusal;
      stop.current = new AbortController();
      return uploadLicence(picture, { onProgress: () => undefined, signal: stop.current.signal });
    },
    onSuccess: ({ token }) => onChange(token),
    // A replaced upload must not clear the field.
    onError: (_error, picture) => setFile((now) => (now === picture ? null : now)),
  });
  useEffect(() => () => stop.current?.abort(), []);

  const choose = (picture: File | null) => {
    stop.current?.abort();
    send.reset();
    onChange("");
    setFile(picture);
    if (picture) send.mutate(picture);
  };
  const failure = send.error && !(send.error instanceof DOMException) ? send.error : null;
  return (
    <FileInput
      label={t("people.col_license_image")}
      description={send.isPending ? t("people.licence_uploading") : t("people.licence_hint")}
      accept={IMAGE_TYPES.join(",")}
      value={file}
      onChange={choose}
      clearable
      clearButtonProps={{ "aria-label": t("people.licence_remove") }}
      error={failure ? errorText(failure, t) : error}
    />
  );
}
