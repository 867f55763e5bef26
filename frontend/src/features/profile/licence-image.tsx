import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { meQuery } from "@/api/me";
import { rememberMe } from "@/api/session";
import form from "./form.module.css";
import classes from "./licence-image.module.css";

/** The picture; an expired URL is refetched once. */
export function LicenceImage({ address }: { address: string }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  // Every fetch of the profile signs another URL of the same picture. Keep the one that works.
  const [held, setHeld] = useState(address);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    if (!failed || held === address) return;
    setHeld(address);
    setFailed(false);
  }, [failed, held, address]);

  if (failed) {
    return (
      <p className={form.note} role="status">
        {t("profile.licence.unreadable")}
      </p>
    );
  }
  return (
    <img
      className={classes.image}
      src={held}
      alt={t("profile.licence.image")}
      onError={() => {
        setFailed(true);
        void client
          .fetchQuery({ ...meQuery(), staleTime: 60_000 })
          .then(rememberMe, () => undefined);
      }}
    />
  );
}
