import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Navigate, useLocation, useNavigate, useSearchParams } from "react-router";
import { useViewer } from "@/api/session";
import { LoginPage, type SocialAnswer } from "@/features/auth/login-page";
import { landingOf, mayOpen } from "./routes";

/** The page to return to after login, stored while the user is at a provider. */
const FROM = "hansom.came-from";

/** Returns the page from which the guard redirected to the login. */
function cameFrom(state: unknown): string | null {
  const from = (state as { from?: unknown } | null)?.from;
  return isPage(from) ? from : null;
}

/** Allows only paths of this site: "//" would lead to another host. */
function isPage(path: unknown): path is string {
  return typeof path === "string" && path.startsWith("/") && !path.startsWith("//");
}

function popReturnPath(): string | null {
  const stored = sessionStorage.getItem(FROM);
  return isPage(stored) ? stored : null;
}

function answerIn(params: URLSearchParams): SocialAnswer | undefined {
  const code = params.get("social_error");
  if (code !== null) return { state: "error", code };
  return params.get("social") === "done" ? { state: "done" } : undefined;
}

/** Reads the parameters of a provider's redirect once, so that a reload does not repeat the login. */
function useSocialAnswer(): SocialAnswer | undefined {
  const [params, setParams] = useSearchParams();
  const [answer] = useState(() => answerIn(params));
  const { state } = useLocation();
  useEffect(() => {
    if (answerIn(params)) setParams({}, { replace: true, state });
  }, [params, setParams, state]);
  return answer;
}

/** Returns the sign-up's message if it could not log the user in. */
function registeredIn(state: unknown) {
  const registered = (state as { registered?: { code?: unknown; email?: unknown } } | null)
    ?.registered;
  const { code, email } = registered ?? {};
  if (typeof email !== "string") return undefined;
  if (code !== "email_verify_message" && code !== "require_approval") return undefined;
  return { code, email } as const;
}

/** Returns the message for a redirected visitor: home means a booking, any other path a page. */
const reasonOf = (from: string) => (from === "/" ? "errors.must_login" : "auth.please_login");

export function LoginRoute() {
  const { t } = useTranslation();
  const { role } = useViewer();
  const navigate = useNavigate();
  const social = useSocialAnswer();
  const { state } = useLocation();
  const redirectedFrom = cameFrom(state);
  const [stored] = useState(() => (social ? popReturnPath() : null));
  const from = redirectedFrom ?? stored;

  useEffect(() => sessionStorage.removeItem(FROM), []);

  // Redirects logged-in users, except those whom the guard of a forbidden page sent here.
  if (role && (!from || mayOpen(role, from))) {
    return <Navigate to={from ?? landingOf(role)} replace />;
  }
  return (
    <LoginPage
      notice={redirectedFrom ? t(role ? "auth.wrong_role" : reasonOf(redirectedFrom)) : undefined}
      registered={registeredIn(state)}
      social={social}
      onLeaving={() => {
        if (from) sessionStorage.setItem(FROM, from);
      }}
      onLeave={(url) => window.location.assign(url)}
      onSignedIn={({ user_type }) => {
        // Users who can book return to the booking form; others go to their landing page.
        const back = from !== "/" && from && mayOpen(user_type, from);
        const target = back ? from : landingOf(user_type);
        void navigate(target, { replace: true });
      }}
    />
  );
}
