import { Component, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { BrokenLampArt } from "@/ui/art/state-art";
import { PlainButton } from "@/ui/plain-button";
import { EmptyState } from "@/ui/states";

function Crash() {
  const { t } = useTranslation();
  return (
    <EmptyState
      page
      art={<BrokenLampArt />}
      title={t("state.crash_title")}
      body={t("state.crash_body")}
      action={<PlainButton onClick={() => location.reload()}>{t("state.reload")}</PlainButton>}
    />
  );
}

/** The last error boundary; a changed `resetKey` (the path) resets it. */
export class ErrorBoundary extends Component<
  { children: ReactNode; resetKey?: string },
  { failed: boolean }
> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidUpdate(previous: { resetKey?: string }) {
    if (this.state.failed && previous.resetKey !== this.props.resetKey) {
      this.setState({ failed: false });
    }
  }

  override render() {
    return this.state.failed ? <Crash /> : this.props.children;
  }
}
