import { IconMenu2 } from "@tabler/icons-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, NavLink } from "react-router";
import { useViewer } from "@/api/session";
import { lazyPage } from "@/app/lazy-page";
import type { Language } from "@/i18n/languages";
import { LanguagePicker } from "@/ui/language-picker";
import { Logo } from "@/ui/logo";
import { SchemeToggle } from "@/ui/scheme-toggle";
import classes from "./header.module.css";
import { headerLinks } from "./menu";
import { useAppName } from "./use-app-name";
import { useScrolled } from "./use-scrolled";

const SideDrawer = lazyPage(async () => (await import("./side-drawer")).SideDrawer);
const OwnTools = lazyPage(async () => (await import("./own-tools")).OwnTools);

const SOLID_AFTER = 400;

/** Also saves the language for emails and notifications; the page changes even if that fails. */
async function saveLanguageChoice(language: Language): Promise<void> {
  const { saveLanguage } = await import("@/api/profile");
  await saveLanguage(language).catch(() => undefined);
}

interface HeaderProps {
  overlay?: boolean;
  /** For staff: spans the window above the rail, without links to public pages. */
  wide?: boolean;
}

export function Header({ overlay = false, wide = false }: HeaderProps) {
  const { t } = useTranslation();
  const name = useAppName();
  const viewer = useViewer();
  const scrolled = useScrolled(SOLID_AFTER);
  const [open, setOpen] = useState(false);
  const [everOpened, setEverOpened] = useState(false);
  const links = wide ? [] : headerLinks(viewer.role);

  return (
    <header
      className={classes.header}
      data-overlay={overlay || undefined}
      data-solid={!overlay || scrolled || undefined}
      data-wide={wide || undefined}
    >
      <div className={classes.bar}>
        <button
          type="button"
          className={classes.burger}
          aria-label={t("nav.open_menu")}
          aria-haspopup="dialog"
          aria-expanded={open}
          onClick={() => {
            setEverOpened(true);
            setOpen(true);
          }}
        >
          <IconMenu2 size={24} aria-hidden="true" />
        </button>
        <Link to={wide ? "/dashboard" : "/"} className={classes.home} aria-label={name}>
          <Logo name={name} />
        </Link>
        {links.length > 0 ? (
          <nav className={classes.links} aria-label={t("nav.main")}>
            {links.map(({ to, label }) => (
              <NavLink key={label} to={to} end={to === "/"} className={classes.link ?? ""}>
                {t(label)}
              </NavLink>
            ))}
          </nav>
        ) : null}
        <div className={classes.tools}>
          <LanguagePicker
            compact={viewer.me !== null}
            onChosen={viewer.me ? saveLanguageChoice : undefined}
          />
          <span className={classes.wide}>
            <SchemeToggle />
          </span>
          {viewer.me ? (
            <Suspense fallback={<span className={classes.ownSpace} />}>
              <OwnTools me={viewer.me} alerts={wide} />
            </Suspense>
          ) : null}
        </div>
      </div>
      {everOpened ? (
        <Suspense fallback={null}>
          <SideDrawer opened={open} onClose={() => setOpen(false)} name={name} />
        </Suspense>
      ) : null}
    </header>
  );
}
