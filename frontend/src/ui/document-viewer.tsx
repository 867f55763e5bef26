import { ActionIcon } from "@mantine/core";
import { IconZoomIn, IconZoomOut } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Modal } from "@/ui/dialog/modal";
import classes from "./document-viewer.module.css";

const STEPS = [1, 1.5, 2, 3, 4];

interface DocumentViewerProps {
  title: string;
  url: string | null;
  onClose: () => void;
}

/** A document with zoom, by buttons or a click. */
export function DocumentViewer({ title, url, onClose }: DocumentViewerProps) {
  const { t } = useTranslation();
  const [step, setStep] = useState(0);
  const [failed, setFailed] = useState(false);
  const go = (by: number) =>
    setStep((before) => Math.min(STEPS.length - 1, Math.max(0, before + by)));
  return (
    <Modal
      opened
      onClose={onClose}
      size="90rem"
      title={title}
      closeButtonProps={{ "aria-label": t("app.close") }}
      classNames={{ title: classes.title ?? "" }}
    >
      <div className={classes.zoom}>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={t("people.zoom_out")}
          disabled={step === 0}
          onClick={() => go(-1)}
        >
          <IconZoomOut size={20} aria-hidden="true" />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={t("people.zoom_in")}
          disabled={step === STEPS.length - 1}
          onClick={() => go(1)}
        >
          <IconZoomIn size={20} aria-hidden="true" />
        </ActionIcon>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keys too. */}
      <section className={classes.sheet} tabIndex={0} aria-label={t("people.document_image")}>
        {url && !failed ? (
          <img
            src={url}
            alt={t("people.document_image")}
            style={{ inlineSize: `${(STEPS[step] ?? 1) * 100}%` }}
            onError={() => setFailed(true)}
          />
        ) : (
          <p role="status">{t("people.document_unreadable")}</p>
        )}
      </section>
    </Modal>
  );
}
