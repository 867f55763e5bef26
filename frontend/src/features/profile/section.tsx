import type { ReactNode } from "react";
import classes from "./section.module.css";

interface SectionProps {
  /** The anchor of the navigation link. */
  id: string;
  title: string;
  lead?: ReactNode;
  /** Rendered at the end of the title row. */
  action?: ReactNode;
  children: ReactNode;
}

/** One section of the profile: a card with a heading. */
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
