import { useQueryClient } from "@tanstack/react-query";
import { useLocation, useParams, useSearchParams } from "react-router";
import { meKey } from "@/api/me";
import { refreshMe } from "@/api/refresh-me";
import { currentViewer } from "@/api/session";
import { ResetPasswordPage } from "@/features/auth/reset-password-page";
import { VerifyEmailPage } from "@/features/auth/verify-email-page";
import { lazyPage } from "./lazy-page";

const TripLinkPage = lazyPage(
  async () => (await import("@/features/shared-trip/trip-link-page")).TripLinkPage,
);

const InspectionPage = lazyPage(
  async () => (await import("@/features/dispatch-register/inspection-page")).InspectionPage,
);

const SetupPage = lazyPage(async () => (await import("@/features/setup/setup-page")).SetupPage);

/** /setup: the key is in the fragment, which the browser sends to no server. */
export function SetupRoute() {
  return <SetupPage linkKey={useLocation().hash.slice(1)} />;
}

/** The pages that links in emails open. */
export function ResetPasswordRoute() {
  const [params] = useSearchParams();
  return <ResetPasswordPage linkKey={params.get("key") ?? ""} />;
}

export function VerifyEmailRoute() {
  const [params] = useSearchParams();
  const client = useQueryClient();

  const refresh = async () => {
    if (currentViewer().state !== "signed-in") return;
    await client.invalidateQueries({ queryKey: meKey });
    await refreshMe(client);
  };
  return (
    <VerifyEmailPage
      linkKey={params.get("key") ?? ""}
      // If the refresh fails, the profile is outdated until the next visit.
      onVerified={() => void refresh().catch(() => undefined)}
    />
  );
}

/** /trip/:token: a trip shared by its rider, or the booking of a rider without an account. */
export function SharedTripRoute() {
  return <TripLinkPage token={useParams().token ?? ""} />;
}

/** /inspection/:token: the register, for the inspector who has the link. */
export function InspectionRoute() {
  return <InspectionPage token={useParams().token ?? ""} />;
}
