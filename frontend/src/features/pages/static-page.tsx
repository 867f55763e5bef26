import type { ReactNode } from "react";
import classes from "./static-page.module.css";

interface StaticPageProps {
  title: string;
  lead: string;
  sections: { title: string; body: ReactNode; below?: ReactNode }[];
}

/** A text page: a large heading, then sections. */
export function StaticPage({ title, lead, sections }: StaticPageProps) {
  return (
    <article>
      <header className={classes.head}>
        <div className={classes.column}>
          <h1 className={classes.title}>{title}</h1>
          <p className={classes.lead}>{lead}</p>
        </div>
      </header>
      <div className={classes.column}>
        {sections.map((section) => (
          <section key={section.title} className={classes.section}>
            <h2>{section.title}</h2>
            <div>
              <p>{section.body}</p>
              {section.below}
            </div>
          </section>
        ))}
      </div>
    </article>
  );
}
