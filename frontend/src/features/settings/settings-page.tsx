import { Button } from "@mantine/core";
import { IconCreditCard } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { PageHeader } from "@/ui/page-header";
import { History } from "./history";
import classes from "./settings.module.css";
import { SettingsForm } from "./settings-form";

/** The settings of the platform (document 2, sections 2 and 3). */
export function SettingsPage() {
  const { t } = useTranslation();
  return (
    <div className={classes.page}>
      <PageHeader
        title={t("settings.title")}
        lead={t("settings.lead")}
        actions={
          <Button
            component={Link}
            to="/payment-accounts"
            variant="default"
            leftSection={<IconCreditCard size={18} aria-hidden="true" />}
          >
            {t("settings.providers")}
          </Button>
        }
      />
      <SettingsForm part="settings" aside={<History />} />
    </div>
  );
}

/** The platform's public information; the same form with other fields. */
export function AppInfoPage() {
  const { t } = useTranslation();
  return (
    <div className={classes.page}>
      <PageHeader title={t("settings.app_info")} lead={t("settings.app_info_lead")} />
      <SettingsForm part="app-info" aside={<History />} />
    </div>
  );
}
