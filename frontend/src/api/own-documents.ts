import { queryOptions } from "@tanstack/react-query";
import { get } from "./client";
import { meKey } from "./me";
import type { UploadWatch } from "./profile";
import type { OwnDocuments, RequiredDocument } from "./types";
import { upload } from "./upload";

export const ownDocumentsKey = [...meKey, "documents"] as const;

/** The driver's required documents and their states. Polled, because staff review them. */
export const ownDocumentsQuery = () =>
  queryOptions({
    queryKey: ownDocumentsKey,
    queryFn: ({ signal }) => get("me/documents/", { signal }),
    refetchInterval: 30_000,
  });

interface Submission extends Pick<RequiredDocument, "subject" | "kind"> {
  /** As the driver entered it; "" for none. */
  expires_on: string;
}

/** Sends a photo of a document for review. */
export const submitDocument = (
  image: File,
  { subject, kind, expires_on }: Submission,
  watch: UploadWatch,
) =>
  upload<OwnDocuments>("me/documents/", image, {
    method: "POST",
    values: { subject, kind, expires_on },
    ...watch,
  });
