import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { FormFailure } from "@/ui/form/form-failure";
import type { FormState } from "@/ui/form/use-form";
import classes from "./form.module.css";

/** The save bar of a form, shown once a field has changed. */
export function SaveBar({ form }: { form: FormState & { reset: () => void } }) {
  const { t } = useTranslation();
  if (!form.isChanged && !form.failure) return null;
  return (
    <>
      <FormFailure form={form} />
      <div className={classes.actions}>
        <Button type="submit" size="md" variant="lamp" loading={form.isPending}>
          {t("profile.details.save")}
        </Button>
        <Button size="md" variant="default" onClick={form.reset}>
          {t("profile.details.undo")}
        </Button>
      </div>
    </>
  );
}
