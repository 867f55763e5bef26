import { Button } from "@mantine/core";
import {
  IconBrandAppleFilled,
  IconBrandFacebookFilled,
  IconBrandGoogleFilled,
  IconBuilding,
} from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { type SocialProvider, startSocial } from "@/api/auth";
import classes from "./login-page.module.css";
import { SignInAlert } from "./sign-in-alert";

const icons = {
  google: IconBrandGoogleFilled,
  facebook: IconBrandFacebookFilled,
  apple: IconBrandAppleFilled,
  company: IconBuilding,
} as const;

interface SocialButtonsProps {
  providers: readonly SocialProvider[];
  /** The name of the company's provider for staff. */
  company?: string | undefined;
  /** Called just before the page is left for the provider's page. */
  onLeaving: () => void;
  onLeave: (url: string) => void;
}

/** The configured social login providers. Each one redirects back to this page. */
export function SocialButtons({ providers, company, onLeaving, onLeave }: SocialButtonsProps) {
  const { t } = useTranslation();
  const start = useMutation({
    mutationFn: startSocial,
    onSuccess: ({ url }) => {
      onLeaving();
      onLeave(url);
    },
  });
  const { reset } = start;
  // The browser's back button can restore this page from its cache: reset the pending state.
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) reset();
    };
    window.addEventListener("pageshow", onShow);
    return () => window.removeEventListener("pageshow", onShow);
  }, [reset]);

  if (providers.length === 0) return null;
  const leaving = start.isPending || start.isSuccess;
  return (
    <>
      <p className={classes.or}>{t("auth.or_with")}</p>
      <ul className={classes.social}>
        {providers.map((provider) => {
          const Icon = icons[provider];
          return (
            <li key={provider}>
              <Button
                fullWidth
                px="xs"
                variant="default"
                leftSection={<Icon size={18} aria-hidden="true" />}
                loading={leaving && start.variables === provider}
                disabled={leaving && start.variables !== provider}
                onClick={() => start.mutate(provider)}
              >
                {(provider === "company" && company) || t(`auth.${provider}`)}
              </Button>
            </li>
          );
        })}
      </ul>
      <SignInAlert error={start.error} onDismiss={start.reset} />
    </>
  );
}
