import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/error";
import { eligibilityQuery, meKey } from "@/api/me";
import { ownDocumentsKey, submitDocument } from "@/api/own-documents";
import type { RequiredDocument } from "@/api/types";
import { validateImage } from "@/api/upload";
import { useForm } from "@/ui/form/use-form";

interface Fields {
  image: File | null;
  expires_on: string;
}

interface SubmitOptions {
  required: RequiredDocument;
  today: string;
  onDone: () => void;
}

/** The form of one document: a photo and its expiry date, uploaded with progress and cancel. */
export function useSubmitDocument({ required, today, onDone }: SubmitOptions) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const stop = useRef<AbortController | null>(null);
  const [share, setShare] = useState(0);
  const { subject, kind } = required;
  const refused = (code: string, fields: Record<string, string>) =>
    new ApiError(400, code, Object.values(fields).join(" "), fields);

  const form = useForm({
    values: { image: null, expires_on: "" } as Fields,
    send: async ({ image, expires_on }) => {
      if (!image) throw refused("image_invalid", { image: t("profile.documents.photo_missing") });
      const refusal = validateImage(image);
      if (refusal) throw refusal;
      if (expires_on && expires_on < today) {
        throw refused("document_expired", { expires_on: t("profile.documents.expires_past") });
      }
      setShare(0);
      stop.current = new AbortController();
      const watch = { onProgress: setShare, signal: stop.current.signal };
      return submitDocument(image, { subject, kind, expires_on }, watch);
    },
    marks: ({ code }) => (code.startsWith("image_") ? ["image"] : []),
    notice: t("profile.documents.sent"),
    onDone: (documents) => {
      client.setQueryData(ownDocumentsKey, documents);
      // The profile has the licence's photo.
      void client.invalidateQueries({ queryKey: meKey, exact: true });
      void client.invalidateQueries({ queryKey: eligibilityQuery().queryKey });
      onDone();
    },
  });

  // Closing the form cancels the upload.
  useEffect(() => () => stop.current?.abort(), []);
  return { form, share, stop: () => stop.current?.abort() };
}
