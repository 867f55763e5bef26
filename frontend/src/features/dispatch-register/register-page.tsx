import { Button } from "@mantine/core";
import { IconUserSearch } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { saveOwnRegister } from "@/api/register";
import { PageHeader } from "@/ui/page-header";
import classes from "./dispatch-register.module.css";
import { RegisterList } from "./register-list";

/** Each dispatch with what a licensing authority requires. */
export function RegisterPage() {
  const { t } = useTranslation();
  return (
    <div className={classes.page}>
      <PageHeader
        title={t("inspection.title")}
        lead={t("inspection.lead")}
        reading
        actions={
          <Button
            variant="default"
            component={Link}
            to="/dispatch-register/inspectors"
            leftSection={<IconUserSearch size={18} aria-hidden="true" />}
          >
            {t("inspection.inspectors")}
          </Button>
        }
      />
      <RegisterList
        name="register"
        path="register/"
        forAdmin
        formats={["pdf"]}
        save={saveOwnRegister}
        empty={{ title: t("inspection.none"), body: t("inspection.none_body") }}
      />
    </div>
  );
}
