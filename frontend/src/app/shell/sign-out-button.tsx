import { Button } from "@mantine/core";
import { IconLogout2 } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useSignOut } from "./use-sign-out";

export function SignOutButton() {
  const { t } = useTranslation();
  const leave = useSignOut();
  return (
    <Button
      variant="default"
      leftSection={<IconLogout2 size={18} aria-hidden="true" />}
      onClick={() => void leave()}
    >
      {t("nav.logout")}
    </Button>
  );
}
