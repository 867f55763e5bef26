import { useTranslation } from "react-i18next";
import { Navigate, useLocation, useNavigate } from "react-router";
import { useViewer } from "@/api/session";
import { LoginPage } from "@/features/auth/login-page";
import { landingOf, mayOpen } from "./routes";

/** Where the guard sent somebody away from, so that they come back to it. */
function cameFrom(state: unknown): string | null {
  const from = (state as { from?: unknown } | null)?.from;
  return typeof from === "string" && from.startsWith("/") ? from : null;
}

/** From home people come to book, from everywhere else to see a page. */
const reasonOf = (from: string) => (from === "/" ? "errors.must_login" : "auth.please_login");

export function LoginRoute() {
  const { t } = useTranslation();
  const { role } = useViewer();
  const navigate = useNavigate();
  const from = cameFrom(useLocation().state);

  // Signed in already: on to where they belong, unless the guard of a page not theirs sent them here.
  if (role && (!from || mayOpen(role, from))) {
    return <Navigate to={from ?? landingOf(role)} replace />;
  }
  return (
    <LoginPage
      notice={from ? t(role ? "auth.wrong_role" : reasonOf(from)) : undefined}
      onSignedIn={({ user_type }) => {
        // The booking form is the landing of those who may use it; the others go to their own.
        const back = from !== "/" && from && mayOpen(user_type, from);
        const target = back ? from : landingOf(user_type);
        void navigate(target, { replace: true });
      }}
    />
  );
}
