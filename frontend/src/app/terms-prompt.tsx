import { Suspense } from "react";
import { useLocation } from "react-router";
import { useViewer } from "@/api/session";
import { lazyPage } from "./lazy-page";

const AgreeDialog = lazyPage(
  async () => (await import("@/features/terms/agree-dialog")).AgreeDialog,
);

/** Shows new terms to a user who has to agree to them, except on the pages with the whole text. */
export function TermsPrompt() {
  const { me } = useViewer();
  const { pathname } = useLocation();
  if (!me?.terms_due || me.two_factor_setup_due) return null;
  if (pathname === "/terms-of-use" || pathname === "/privacy-policy") return null;
  return (
    <Suspense fallback={null}>
      <AgreeDialog />
    </Suspense>
  );
}
