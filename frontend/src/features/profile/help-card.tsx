import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import form from "./form.module.css";
import { Section } from "./section";

/** Links the reports to support. */
export function HelpCard() {
  const { t } = useTranslation();
  return (
    <Section id="help" title={t("profile.help.title")} lead={t("profile.help.lead")}>
      <div className={form.actions}>
        <Button component={Link} to="/help" variant="default" size="md">
          {t("profile.help.open")}
        </Button>
      </div>
    </Section>
  );
}
