import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ReviewedDocument } from "@/api/fleet";
import { lazy } from "@/ui/lazy";
import classes from "./documents.module.css";

const DocumentViewer = lazy(async () => ({
  default: (await import("@/ui/document-viewer")).DocumentViewer,
}));

/** The photo in the width of the panel, which opens with zoom. */
export function DocumentPhoto({ reviewed: { url, kind } }: { reviewed: ReviewedDocument }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const [failed, setFailed] = useState(false);
  const name = t(`people.kinds.${kind}`);
  if (!url) return <p>{t("people.document_without_photo")}</p>;
  if (failed) return <p role="status">{t("people.document_unreadable")}</p>;
  return (
    <>
      <button
        type="button"
        className={classes.photo}
        aria-haspopup="dialog"
        aria-label={t("people.document_look", { kind: name })}
        onClick={() => setOpened(true)}
      >
        <img src={url} alt="" onError={() => setFailed(true)} />
      </button>
      <Suspense fallback={null}>
        {opened ? <DocumentViewer title={name} url={url} onClose={() => setOpened(false)} /> : null}
      </Suspense>
    </>
  );
}
