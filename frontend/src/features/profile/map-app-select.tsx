import { Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { chooseMapApp, MAP_APP_NAMES, MAP_APPS, type MapApp, useMapApp } from "@/map/map-app";

/** The driver's navigation app on this phone. */
export function MapAppSelect() {
  const { t } = useTranslation();
  const app = useMapApp();
  return (
    <Select
      label={t("driver.map_app")}
      value={app}
      allowDeselect={false}
      data={MAP_APPS.map((value) => ({
        value,
        label: value === "device" ? t("driver.map_app_device") : MAP_APP_NAMES[value],
      }))}
      onChange={(value) => {
        if (value !== null) chooseMapApp(value as MapApp);
      }}
    />
  );
}
