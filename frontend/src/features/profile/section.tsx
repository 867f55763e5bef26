import type { ReactNode } from "react";
import classes from "./section.module.css";

interface SectionProps {
  /** Also what the link above leads to. */
  id: string;
  title: string;
  lead?: ReactNode;
  /** At the end of the title's line. */
  action?: ReactNode;
  children: ReactNode;
}

/** One part of the profile: a card with a heading of its own. */
export function Section({ id, title, lead, action, children }: SectionProps) {
  return (
    <section id={id} className={classes.section} aria-labelledby={`${id}-title`}>
      <div className={classes.head}>
        <div>
          <h2 id={`${id}-title`} className={classes.title} tabIndex={-1}>
            {title}
          </h2>
          {lead ? <p className={classes.lead}>{lead}</p> : null}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}
