import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Failure } from "./failure";
import classes from "./form.module.css";

interface SaveBarProps {
  /** Whether there is anything to save. */
  changed: boolean;
  working: boolean;
  error: unknown;
  onUndo: () => void;
}

/** The save bar of a form, shown once a field has changed. */
export function SaveBar({ changed, working, error, onUndo }: SaveBarProps) {
  const { t } = useTranslation();
  if (!changed && !error) return null;
  return (
    <>
      <Failure error={error} />
      <div className={classes.actions}>
        <Button type="submit" size="md" variant="lamp" loading={working}>
          {t("profile.details.save")}
        </Button>
        <Button size="md" variant="default" onClick={onUndo}>
          {t("profile.details.undo")}
        </Button>
      </div>
    </>
  );
}
