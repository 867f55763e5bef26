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

/** Back from a provider: takes up, once, the sign-in that the server has ready. */
export function SocialReturn({ onArrived, onFailed }: SocialReturnProps) {
  const { t } = useTranslation();
  const asked = useRef(false);
  const { mutate } = useMutation({
    mutationFn: finishSocial,
    onSuccess: onArrived,
    onError: (error) => {
      signOutAfter(error);
      onFailed(error);
    },
  });

  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    mutate();
  }, [mutate]);

  return <LoadingState label={t("auth.social_finishing")} />;
}
