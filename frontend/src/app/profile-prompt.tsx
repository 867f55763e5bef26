import { Suspense } from "react";
import { useLocation } from "react-router";
import { postponeProfilePrompt, usePostponedBy } from "@/api/profile-prompt";
import { useViewer } from "@/api/session";
import { lazyPage } from "./lazy-page";

const CompleteProfile = lazyPage(
  async () => (await import("@/features/auth/complete-profile")).CompleteProfile,
);

/**
 * Prompts users without a name or an email to complete their profile, except on the page where they edit it.
 */
export function ProfilePrompt() {
  const { me } = useViewer();
  const later = usePostponedBy();
  const { pathname } = useLocation();
  if (me?.profile_complete !== false || me.terms_due) return null;
  if (later === String(me.id) || pathname === "/profile") return null;
  return (
    <Suspense fallback={null}>
      <CompleteProfile me={me} onLater={postponeProfilePrompt} />
    </Suspense>
  );
}
