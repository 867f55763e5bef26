import { Button } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Form } from "./form/form";
import { FormFailure } from "./form/form-failure";
import type { FormState } from "./form/use-form";
import { GuardedDrawer } from "./guarded";
import { useReadOnly } from "./read-only";
import classes from "./side-panel.module.css";

interface SidePanelProps {
  title: ReactNode;
  onClose: () => void;
  /** The width beside the page on a desktop. */
  width?: number;
  children: ReactNode;
}

/** A form or record beside the page: at the inline end on a desktop, a bottom sheet on a phone. */
export function SidePanel({ title, onClose, width = 440, children }: SidePanelProps) {
  const { t } = useTranslation();
  const phone = useMediaQuery("(width < 48em)") ?? false;
  return (
    <GuardedDrawer
      opened
      onClose={onClose}
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
  form: FormState;
  saveLabel: string;
  /** Called instead of sending, to confirm first. */
  onSubmit?: () => void;
  /** Whether the form waits for something else, such as an upload. */
  waiting?: boolean;
}

/** A panel with a form, whose buttons are always visible. */
export function SideForm({ form, onSubmit, saveLabel, waiting = false, ...panel }: SideFormProps) {
  const { t } = useTranslation();
  const readOnly = useReadOnly();
  return (
    <SidePanel width={520} {...panel}>
      <Form form={form} onSubmit={onSubmit} className={classes.form}>
        <fieldset className={classes.all} disabled={readOnly}>
          <div className={classes.fields}>{panel.children}</div>
        </fieldset>
        <div className={classes.foot}>
          {/* Also with messages at fields, which may be above the visible part. */}
          <FormFailure form={{ failure: form.refusal.error }} />
          <div className={classes.buttons}>
            <Button variant="default" onClick={panel.onClose}>
              {t(readOnly ? "app.close" : "app.cancel")}
            </Button>
            {readOnly ? null : (
              <Button type="submit" variant="lamp" loading={form.isPending || waiting}>
                {saveLabel}
              </Button>
            )}
          </div>
        </div>
      </Form>
    </SidePanel>
  );
}
