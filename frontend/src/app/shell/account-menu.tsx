import { Menu, UnstyledButton } from "@mantine/core";
import { IconLogout2 } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Me } from "@/api/types";
import { Avatar } from "@/ui/avatar";
import { roleMenu } from "./role-menu";
import { useSignOut } from "./use-sign-out";

/** The user's avatar and the menu of their pages. */
export function AccountMenu({ me }: { me: Me }) {
  const { t } = useTranslation();
  const leave = useSignOut();
  const name = `${me.first_name} ${me.last_name}`.trim() || (me.email ?? "");
  return (
    <Menu position="bottom-end" width={240} shadow="md" radius="md">
      <Menu.Target>
        <UnstyledButton style={{ display: "grid", borderRadius: 999 }}>
          <span className="hx-visually-hidden">{t("nav.account_menu")}</span>
          <Avatar name={name} image={me.profile_image} size={36} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <bdi>{name}</bdi>, {t(`role.${me.user_type}`)}
        </Menu.Label>
        {roleMenu(me.user_type).map(({ to, label }) => (
          <Menu.Item key={label} component={Link} to={to}>
            {t(label)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout2 size={16} />} onClick={() => void leave()}>
          {t("nav.logout")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
