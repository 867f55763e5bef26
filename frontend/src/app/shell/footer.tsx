import { IconBrandFacebook, IconBrandInstagram, IconBrandX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { publicSettingsQuery } from "@/api/catalogue";
import { LogoMark } from "@/ui/logo";
import classes from "./footer.module.css";

export function Footer() {
  const { t } = useTranslation();
  const { data: settings } = useQuery(publicSettingsQuery());
  const social = [
    { label: t("nav.facebook"), href: settings?.facebook_handle, Icon: IconBrandFacebook },
    { label: t("nav.twitter"), href: settings?.twitter_handle, Icon: IconBrandX },
    { label: t("nav.instagram"), href: settings?.instagram_handle, Icon: IconBrandInstagram },
  ].filter(({ href }) => href);

  return (
    <footer className={classes.footer}>
      <div className={classes.inner}>
        <span className={classes.mark}>
          <LogoMark size={28} />
        </span>
        <nav className={classes.links} aria-label={t("nav.footer")}>
          <Link to="/about-us">{t("nav.about")}</Link>
          {settings?.has_terms ? <Link to="/terms-of-use">{t("nav.terms")}</Link> : null}
          <Link to="/privacy-policy">{t("nav.privacy")}</Link>
        </nav>
        {social.length > 0 ? (
          <ul className={classes.social} aria-label={t("nav.social")}>
            {social.map(({ label, href, Icon }) => (
              <li key={label}>
                <a href={href} aria-label={label} target="_blank" rel="noreferrer">
                  <Icon size={21} stroke={1.7} aria-hidden="true" />
                </a>
              </li>
            ))}
          </ul>
        ) : null}
        {settings?.company_name ? (
          <p className={classes.legal}>
            © {new Date().getFullYear()}{" "}
            {settings.company_website ? (
              <a href={settings.company_website} target="_blank" rel="noreferrer">
                <bdi>{settings.company_name}</bdi>
              </a>
            ) : (
              <bdi>{settings.company_name}</bdi>
            )}
            . {t("app.all_rights")}
          </p>
        ) : null}
      </div>
    </footer>
  );
}
