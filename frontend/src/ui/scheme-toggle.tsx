import { IconMoonStars, IconSun } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import classes from "./header-tools.module.css";
import { chooseScheme, useScheme } from "./theme/scheme";

/** Switches between light and dark; the default is the device's scheme. */
export function SchemeToggle({ labelled = false }: { labelled?: boolean }) {
  const { t } = useTranslation();
  const shown = useScheme();
  const next = shown === "dark" ? "light" : "dark";
  const name = t(next === "dark" ? "nav.scheme_dark" : "nav.scheme_light");
  const Icon = next === "dark" ? IconMoonStars : IconSun;
  return (
    <button
      type="button"
      className={classes.tool}
      data-labelled={labelled || undefined}
      aria-label={`${t("nav.scheme")}: ${name}`}
      title={name}
      onClick={() => chooseScheme(next)}
    >
      <Icon size={20} stroke={1.8} aria-hidden="true" />
      {labelled ? name : null}
    </button>
  );
}
