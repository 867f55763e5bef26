import { ActionIcon, Menu } from "@mantine/core";
import { IconNavigation } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { LatLng } from "@/api/types";
import { chooseMapApp, MAP_APP_NAMES, MAP_APPS, navigationHref, useMapApp } from "@/map/map-app";

const SIZE = { variant: "default", size: 48, radius: "xl" } as const;

/** Opens the route in the driver's map app, which the driver chooses the first time. */
export function NavigateButton({ to, label }: { to: LatLng; label?: string }) {
  const { t } = useTranslation();
  const name = label ?? t("driver.navigate");
  const app = useMapApp();
  const icon = <IconNavigation size={22} aria-hidden="true" />;

  if (app !== null) {
    return (
      <ActionIcon
        {...SIZE}
        component="a"
        href={navigationHref(app, to)}
        target={app === "device" ? undefined : "_blank"}
        rel="noreferrer"
        aria-label={name}
      >
        {icon}
      </ActionIcon>
    );
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon {...SIZE} aria-label={name}>
          {icon}
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t("driver.map_app")}</Menu.Label>
        {MAP_APPS.map((each) => (
          <Menu.Item
            key={each}
            component="a"
            href={navigationHref(each, to)}
            target={each === "device" ? undefined : "_blank"}
            rel="noreferrer"
            onClick={() => chooseMapApp(each)}
          >
            {each === "device" ? t("driver.map_app_device") : MAP_APP_NAMES[each]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
