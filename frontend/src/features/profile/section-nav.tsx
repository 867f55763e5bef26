import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { SectionId } from "./profile-sections";
import classes from "./section-nav.module.css";
import { showSection } from "./show-section";

/** Returns the section in view: the last one whose top has passed under the header. */
function useShownSection(sections: readonly SectionId[]): SectionId | undefined {
  const [shown, setShown] = useState(sections[0]);
  useEffect(() => {
    const look = () => {
      const bottom = window.scrollY + window.innerHeight >= document.body.scrollHeight - 4;
      const passed = sections.filter((id) => {
        const box = document.getElementById(id)?.getBoundingClientRect();
        return box !== undefined && box.top < window.innerHeight * 0.35;
      });
      setShown((bottom && window.scrollY > 0 ? sections.at(-1) : passed.at(-1)) ?? sections[0]);
    };
    look();
    window.addEventListener("scroll", look, { passive: true });
    return () => window.removeEventListener("scroll", look);
  }, [sections]);
  return shown;
}

/** Links to the sections: a list beside them, or a scrolling row on phones. */
export function SectionNav({ sections }: { sections: readonly SectionId[] }) {
  const { t } = useTranslation();
  const shown = useShownSection(sections);
  const row = useRef<HTMLElement>(null);

  useEffect(() => {
    const link = row.current?.querySelector<HTMLElement>(`[href="#${shown}"]`);
    if (!link || !row.current) return;
    const middle = link.offsetLeft - (row.current.clientWidth - link.offsetWidth) / 2;
    row.current.scrollTo?.({ left: middle, behavior: "smooth" });
  }, [shown]);

  return (
    <nav ref={row} className={classes.nav} aria-label={t("profile.sections_label")}>
      {sections.map((id) => (
        <a
          key={id}
          href={`#${id}`}
          className={classes.link}
          aria-current={id === shown ? "true" : undefined}
          onClick={(event) => {
            // The URL stays unchanged, so that going back leaves the profile.
            event.preventDefault();
            showSection(id);
          }}
        >
          {t(`profile.${id}.title`)}
        </a>
      ))}
    </nav>
  );
}
