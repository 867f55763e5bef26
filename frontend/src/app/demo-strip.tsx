import { IconEye } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import classes from "./demo-strip.module.css";

/** The demo mode banner, visible before any edit is rejected. */
export function DemoStrip() {
  const { t } = useTranslation();
  return (
    <aside className={classes.strip} aria-label={t("pages.demo_title")}>
      <IconEye size={18} aria-hidden="true" />
      <p>
        <strong>{t("pages.demo_title")}</strong> {t("pages.demo_body")}
      </p>
    </aside>
  );
}
