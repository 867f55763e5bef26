import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { signOut } from "@/api/session";
import { errorText } from "@/i18n/error-text";
import { mayLeave } from "@/ui/leaving";
import { toast } from "@/ui/toast";

/** Leaves the guarded page first, so that its guard does not report a missing permission. */
export function useSignOut(): () => Promise<void> {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return useCallback(async () => {
    if (!(await mayLeave())) return;
    await navigate("/");
    try {
      await signOut();
      toast.success(t("auth.signed_out"));
    } catch (error) {
      toast.failure(errorText(error, t));
    }
  }, [navigate, t]);
}
