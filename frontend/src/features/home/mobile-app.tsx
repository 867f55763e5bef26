import { IconBrandApple, IconBrandGooglePlay } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { PublicSettings } from "@/api/types";
import classes from "./mobile-app.module.css";
import { PhoneArt } from "./phone-art";

/** The mobile app: a badge for each configured store, or how to install this page. */
export function MobileApp({ settings }: { settings: PublicSettings | undefined }) {
  const { t } = useTranslation();
  const stores = [
    { href: settings?.apple_store_link, label: t("home.app_store"), Icon: IconBrandApple },
    { href: settings?.play_store_link, label: t("home.play_store"), Icon: IconBrandGooglePlay },
  ].filter(({ href }) => href);

  const inStores = stores.length > 0;

  return (
    <section className={classes.section}>
      <div className={classes.inner}>
        <div>
          <h2 className={classes.heading}>
            {inStores
              ? t("home.app_heading")
              : t("home.install_heading", { name: settings?.app_name || "Hansom" })}
          </h2>
          <p className={classes.paragraph}>
            {t(inStores ? "home.app_paragraph" : "home.install_paragraph")}
          </p>
          {inStores ? (
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
