import { DemoNotice } from "@/app/demo-notice";
import { LiveBanner } from "@/app/live";
import { Footer } from "./footer";
import { Header } from "./header";
import { PageFrame, SkipLink } from "./page-frame";
import classes from "./shell.module.css";

interface ShellProps {
  /** The header overlays the page and turns solid on scroll. */
  overlay?: boolean;
  /** The page fills the window below the header, as a map or console does; no footer. */
  stage?: boolean;
}

export function Shell({ overlay = false, stage = false }: ShellProps) {
  return (
    <div className={classes.shell} data-stage={stage || undefined}>
      <SkipLink />
      <Header overlay={overlay} />
      <LiveBanner />
      <PageFrame />
      {stage ? null : <Footer />}
      <DemoNotice />
    </div>
  );
}
