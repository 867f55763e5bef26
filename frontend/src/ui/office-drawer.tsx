import { Button, Drawer, useDirection } from "@mantine/core";
import type { FormEvent, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/error";
import { errorText } from "@/i18n/error-text";
import classes from "./office-drawer.module.css";

interface OfficeDrawerProps {
  title: string;
  onClose: () => void;
  onSubmit: () => void;
  saveLabel: string;
  saving: boolean;
  error: unknown;
  children: ReactNode;
  size?: number;
}

/** A form of the back office at the page's far side, its buttons always in sight. */
export function OfficeDrawer(props: OfficeDrawerProps) {
  const { t } = useTranslation();
  const { dir } = useDirection();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    props.onSubmit();
  };
  return (
    <Drawer
      opened
      onClose={props.onClose}
      title={props.title}
      position={dir === "rtl" ? "left" : "right"}
      size={props.size ?? 520}
      closeButtonProps={{ "aria-label": t("app.close") }}
      classNames={{ title: classes.title ?? "", body: classes.around ?? "" }}
    >
      <form className={classes.form} onSubmit={submit} noValidate>
        <div className={classes.fields}>{props.children}</div>
        <div className={classes.foot}>
          {props.error ? (
            <p className={classes.error} role="alert">
              {errorText(props.error, t)}
            </p>
          ) : null}
          <div className={classes.buttons}>
            <Button variant="default" onClick={props.onClose}>
              {t("app.cancel")}
            </Button>
            <Button type="submit" variant="lamp" loading={props.saving}>
              {props.saveLabel}
            </Button>
          </div>
        </div>
      </form>
    </Drawer>
  );
}

/** What the server says about one field of a form. */
export function fieldError(error: unknown, name: string): string | undefined {
  return error instanceof ApiError ? error.fields[name] : undefined;
}
