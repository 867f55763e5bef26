import { useEffect, useState } from "react";
import { Navigate, useNavigate, useSearchParams } from "react-router";
import { useViewer } from "@/api/session";
import { RegisterPage } from "@/features/auth/register-page";
import { landingOf } from "./routes";

export function RegisterRoute() {
  const { state, role } = useViewer();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const [open, setOpen] = useState(state === "visitor");

  // Users who were visitors on arrival stay until the page redirects them; logged-in users are redirected.
  useEffect(() => {
    if (state === "visitor") setOpen(true);
  }, [state]);
  if (role && !open) return <Navigate to={landingOf(role)} replace />;

  return (
    <RegisterPage
      role={params.get("as") === "driver" ? "driver" : "rider"}
      referralId={params.get("ref") ?? ""}
      onDone={({ signed_in, code }, email) => {
        const options = signed_in ? {} : { state: { registered: { code, email } } };
        void navigate("/login", { replace: true, ...options });
      }}
    />
  );
}
