import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/error";
import { errorText } from "@/i18n/error-text";
import { BrokenLampArt, EmptyStandArt, LostRoadArt, NoSignalArt } from "./art/state-art";
import { PlainButton } from "./plain-button";
import classes from "./states.module.css";

interface StateProps {
  title: string;
  body?: string | undefined;
  art?: ReactNode;
  /** A button or link. */
  action?: ReactNode;
  /** For a card or a list rather than a page. */
  compact?: boolean;
  /** The state fills the page, so its title is the page's heading. */
  page?: boolean;
}

function StateView({ title, body, art, action, compact = false, page = false }: StateProps) {
  const Title = page ? "h1" : "p";
  return (
    <div className={classes.state} data-compact={compact || undefined}>
      {art}
      <Title className={classes.title}>{title}</Title>
      {body ? <p className={classes.body}>{body}</p> : null}
      {action}
    </div>
  );
}

/** An empty page or list, which is not an error. */
export function EmptyState(props: StateProps) {
  return <StateView art={<EmptyStandArt />} {...props} />;
}

export function NotFoundState(props: StateProps) {
  return <StateView art={<LostRoadArt />} {...props} />;
}

interface ErrorStateProps {
  error: unknown;
  onRetry?: () => void;
  compact?: boolean;
}

/** An error in the user's language, with a retry button. */
export function ErrorState({ error, onRetry, compact = false }: ErrorStateProps) {
  const { t } = useTranslation();
  const offline = error instanceof ApiError && error.isOffline;
  return (
    <div role="alert">
      <StateView
        art={offline ? <NoSignalArt /> : <BrokenLampArt />}
        title={offline ? t("state.offline_title") : t("state.error_title")}
        body={offline ? t("state.offline_body") : errorText(error, t)}
        compact={compact}
        action={onRetry ? <PlainButton onClick={onRetry}>{t("app.retry")}</PlainButton> : null}
      />
    </div>
  );
}

/** A loading placeholder; where the layout is known ahead, use Mantine's Skeleton instead. */
export function LoadingState({ label, compact = false }: { label?: string; compact?: boolean }) {
  const { t } = useTranslation();
  return (
    <div className={classes.loading} data-compact={compact || undefined} role="status">
      <span className={classes.lamp} aria-hidden="true" />
      <span className="hx-visually-hidden">{label ?? t("app.loading")}</span>
    </div>
  );
}
