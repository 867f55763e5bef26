import { Button } from "@mantine/core";
import { IconExternalLink, IconPhotoUp } from "@tabler/icons-react";
import { useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { OwnDocument, RequiredDocument } from "@/api/types";
import { DocumentForm } from "./document-form";
import { DocumentNotes } from "./document-notes";
import { DocumentState } from "./document-state";
import classes from "./documents.module.css";

interface DocumentRowProps {
  required: RequiredDocument;
  /** The newest document of this type, whatever its state. */
  newest: OwnDocument | undefined;
  /** Whether the form is shown. */
  opened: boolean;
  onOpen: (open: boolean) => void;
}

/** One required document: its state, its newest photo, and the form for another one. */
export function DocumentRow({ required, newest, opened, onOpen }: DocumentRowProps) {
  const { t } = useTranslation();
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const kind = t(`profile.documents.kinds.${required.kind}`);
  const upload = t(newest ? "profile.licence.replace" : "profile.licence.add");

  return (
    <li className={classes.row}>
      <div>
        <h4 className={classes.kind}>{kind}</h4>
        <DocumentState required={required} />
        <DocumentNotes required={required} newest={newest} />
      </div>
      <div className={classes.actions}>
        <Button
          ref={opener}
          variant="default"
          size="md"
          leftSection={<IconPhotoUp size={18} aria-hidden="true" />}
          aria-label={`${upload}: ${kind}`}
          aria-expanded={opened}
          aria-controls={opened ? id : undefined}
          onClick={() => onOpen(!opened)}
        >
          {upload}
        </Button>
        {newest?.url ? (
          <Button
            component="a"
            href={newest.url}
            target="_blank"
            rel="noreferrer"
            variant="subtle"
            size="md"
            leftSection={<IconExternalLink size={18} aria-hidden="true" />}
            aria-label={`${t("profile.licence.open")}: ${kind}`}
          >
            {t("profile.licence.open")}
          </Button>
        ) : null}
      </div>
      {opened ? (
        <DocumentForm
          id={id}
          required={required}
          label={`${upload}: ${kind}`}
          onClose={() => {
            onOpen(false);
            opener.current?.focus();
          }}
        />
      ) : null}
    </li>
  );
}
