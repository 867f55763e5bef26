import { Button, Progress } from "@mantine/core";
import { IconId, IconX } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { uploadLicence } from "@/api/auth";
import { IMAGE_TYPES, imageRefusal } from "@/api/upload";
import { errorText } from "@/i18n/error-text";
import classes from "./licence-upload.module.css";

interface LicenceUploadProps {
  /** Receives the upload's token at once, as a promise; "" if there is no picture. */
  onChange: (token: Promise<string> | "") => void;
  error: string | boolean;
}

function useObjectUrl(file: File | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return setUrl(null);
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}

/** The photo of a driving licence: previewed at once and uploaded while the form is filled in. */
export function LicenceUpload({ onChange, error }: LicenceUploadProps) {
  const { t } = useTranslation();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const stop = useRef<AbortController | null>(null);
  const latest = useRef<Promise<string> | null>(null);
  const [file, setFile] = useState<File | null>(null);
  const [share, setShare] = useState(0);
  const preview = useObjectUrl(file);

  const send = useMutation({
    mutationFn: (picture: File) => {
      const refusal = imageRefusal(picture);
      if (refusal) throw refusal;
      stop.current = new AbortController();
      setFile(picture);
      setShare(0);
      return uploadLicence(picture, { onProgress: setShare, signal: stop.current.signal });
    },
  });

  // Leaving the page cancels the upload.
  useEffect(() => () => stop.current?.abort(), []);

  const choose = (picture: File | undefined) => {
    if (!picture) return;
    stop.current?.abort();
    const token = send.mutateAsync(picture).then((uploaded) => uploaded.token);
    latest.current = token;
    token.catch(() => {
      // Another picture may have replaced this one.
      if (latest.current !== token) return;
      setFile(null);
      onChange("");
    });
    onChange(token);
  };
  const remove = () => {
    latest.current = null;
    stop.current?.abort();
    send.reset();
    setFile(null);
    onChange("");
    if (input.current) input.current.value = "";
    input.current?.focus();
  };
  const aborted = send.error instanceof DOMException;
  const failure = send.error && !aborted ? errorText(send.error, t) : error;

  return (
    <div className={classes.field}>
      <label
        htmlFor={id}
        className={classes.face}
        data-filled={file !== null || undefined}
        data-wrong={Boolean(failure) || undefined}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          choose(event.dataTransfer.files[0]);
        }}
      >
        {preview ? (
          <img src={preview} alt={t("register.licence_preview")} />
        ) : (
          <IconId size={30} stroke={1.5} aria-hidden="true" />
        )}
        <span className={classes.text}>
          <span className={classes.name}>{t("register.licence")}</span>
          <span className={classes.hint}>
            {send.isSuccess ? t("register.licence_there") : t("register.licence_hint")}
          </span>
        </span>
      </label>
      <input
        ref={input}
        id={id}
        className={classes.input}
        type="file"
        accept={IMAGE_TYPES.join(",")}
        aria-describedby={`${id}-state`}
        aria-invalid={Boolean(failure) || undefined}
        onChange={(event) => {
          choose(event.currentTarget.files?.[0]);
          // Reset the input so that the same file can be chosen again.
          event.currentTarget.value = "";
        }}
      />
      {send.isPending ? (
        <Progress.Root size="md" radius="xl">
          <Progress.Section
            value={Math.max(4, share * 100)}
            aria-label={t("register.licence_sending")}
            color="lamp"
            striped={share >= 1}
            animated={share >= 1}
          />
        </Progress.Root>
      ) : null}
      <div id={`${id}-state`} className={classes.state}>
        <span role="status">{send.isPending ? t("register.licence_sending") : null}</span>
        {failure ? (
          <span className={classes.error} role="alert">
            {failure}
          </span>
        ) : null}
        {file ? (
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconX size={15} aria-hidden="true" />}
            onClick={remove}
          >
            {t("register.licence_remove")}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
