import { Button } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import type { FormEvent, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/error";
import { errorText } from "@/i18n/error-text";
import { hasInvalidDate } from "./dates/invalid-date";
import { GuardedDrawer } from "./guarded";
import classes from "./side-panel.module.css";

interface SidePanelProps {
  title: ReactNode;
  onClose: () => void;
  /** The width beside the page on a desktop. */
  width?: number;
  /** The form has changes that are not in a field: a removed row, a selected image. */
  changed?: boolean | undefined;
  children: ReactNode;
}

/** A form or record beside the page: at the inline end on a desktop, a bottom sheet on a phone. */
export function SidePanel({
  title,
  onClose,
  width = 440,
  changed = false,
  children,
}: SidePanelProps) {
  const { t } = useTranslation();
  const phone = useMediaQuery("(width < 48em)") ?? false;
  return (
    <GuardedDrawer
      opened
      onClose={onClose}
      changed={changed}
      title={title}
      // Mantine mirrors left and right, so this is the inline end in both directions.
      position={phone ? "bottom" : "right"}
      size={phone ? "92dvh" : width}
      closeButtonProps={{ "aria-label": t("app.close") }}
      classNames={{ title: classes.title ?? "", body: classes.around ?? "" }}
    >
      {children}
    </GuardedDrawer>
  );
}

interface SideFormProps extends SidePanelProps {
  onSubmit: () => void;
  saveLabel: string;
  saving: boolean;
  error: unknown;
}

/** A panel with a form, whose buttons are always visible. */
export function SideForm(props: SideFormProps) {
  const {
    title,
    onClose,
    width = 520,
    changed,
    children,
    onSubmit,
    saveLabel,
    saving,
    error,
  } = props;
  const { t } = useTranslation();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!hasInvalidDate(event.currentTarget)) onSubmit();
  };
  return (
    <SidePanel title={title} onClose={onClose} width={width} changed={changed}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <div className={classes.fields}>{children}</div>
        <div className={classes.foot}>
          {error ? (
            <p className={classes.error} role="alert">
              {errorText(error, t)}
            </p>
          ) : null}
          <div className={classes.buttons}>
            <Button variant="default" onClick={onClose}>
              {t("app.cancel")}
            </Button>
            <Button type="submit" variant="lamp" loading={saving}>
              {saveLabel}
            </Button>
          </div>
        </div>
      </form>
    </SidePanel>
  );
}

/** Returns the server's error for a field of a form. */
export function fieldError(error: unknown, name: string): string | undefined {
  return error instanceof ApiError ? error.fields[name] : undefined;
}
