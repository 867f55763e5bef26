import { IconBrandApple, IconBrandGooglePlay } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { PublicSettings } from "@/api/types";
import classes from "./mobile-app.module.css";
import { PhoneArt } from "./phone-art";

/** The mobile app, with a badge for each store whose link is set. */
export function MobileApp({ settings }: { settings: PublicSettings | undefined }) {
  const { t } = useTranslation();
  const stores = [
    { href: settings?.apple_store_link, label: t("home.app_store"), Icon: IconBrandApple },
    { href: settings?.play_store_link, label: t("home.play_store"), Icon: IconBrandGooglePlay },
  ].filter(({ href }) => href);

  return (
    <section className={classes.section}>
      <div className={classes.inner}>
        <div>
          <h2 className={classes.heading}>{t("home.app_heading")}</h2>
          <p className={classes.paragraph}>{t("home.app_paragraph")}</p>
          {stores.length > 0 ? (
            <ul className={classes.stores}>
              {stores.map(({ href, label, Icon }) => (
                <li key={label}>
                  <a href={href} target="_blank" rel="noreferrer">
                    <Icon size={26} aria-hidden="true" />
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          ) : null}
        </div>
        <PhoneArt />
      </div>
    </section>
  );
}
