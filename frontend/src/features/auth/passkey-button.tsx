import { Button } from "@mantine/core";
import { IconFingerprint } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { supportsPasskeys } from "@/api/passkey-support";
import type { Me } from "@/api/types";
import { SignInAlert } from "./sign-in-alert";
import { usePasskey } from "./use-passkey";

interface PasskeyButtonProps {
  onSignedIn: (me: Me) => void;
  /** Whether passkeys are also among the suggestions of the page's email field. */
  suggested?: boolean;
  label?: string;
}

/** Login with a passkey, if the browser can. */
export function PasskeyButton(props: PasskeyButtonProps) {
  return supportsPasskeys() ? <Offered {...props} /> : null;
}

function Offered({ onSignedIn, suggested = false, label }: PasskeyButtonProps) {
  const { t } = useTranslation();
  const passkey = usePasskey(onSignedIn, suggested);
  return (
    <>
      <Button
        fullWidth
        variant="default"
        size="lg"
        leftSection={<IconFingerprint size={20} aria-hidden="true" />}
        loading={passkey.working}
        onClick={passkey.start}
      >
        {label ?? t("auth.passkey")}
      </Button>
      <SignInAlert error={passkey.error} onDismiss={passkey.dismiss} />
    </>
  );
}
