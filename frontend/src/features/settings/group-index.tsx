import { useTranslation } from "react-i18next";
import type { GroupName } from "./fields";
import classes from "./settings.module.css";

/** Links to the groups. */
export function GroupIndex({ groups }: { groups: readonly GroupName[] }) {
  const { t } = useTranslation();
  return (
    <nav className={classes.index} aria-label={t("settings.sections")}>
      {groups.map((name) => (
        <a
          key={name}
          href={`#${name}`}
          className={classes.link}
          onClick={(event) => {
            // The URL stays unchanged, so that going back leaves the page.
            event.preventDefault();
            const group = document.getElementById(name);
            group?.scrollIntoView?.({ block: "start" });
            group?.querySelector("h2")?.focus({ preventScroll: true });
          }}
        >
          {t(`settings.group.${name}`)}
        </a>
      ))}
    </nav>
  );
}
