import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { type Arrival, finishSocial } from "@/api/sign-in";
import { LoadingState } from "@/ui/states";
import { signOutAfter } from "./sign-in-errors";

interface SocialReturnProps {
  onArrived: (arrival: Arrival) => void;
  onFailed: (error: unknown) => void;
}

/** Completes a provider's login once, with the session that the server has ready. */
export function SocialReturn({ onArrived, onFailed }: SocialReturnProps) {
  const { t } = useTranslation();
  const started = useRef(false);
  const { mutate } = useMutation({
    mutationFn: finishSocial,
    onSuccess: onArrived,
    onError: (error) => {
      signOutAfter(error);
      onFailed(error);
    },
  });

  useEffect(() => {
    if (started.current) return;
    started.current = true;
    mutate();
  }, [mutate]);

  return <LoadingState label={t("auth.social_finishing")} />;
}
