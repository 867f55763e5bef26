import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { type AudienceInput, audienceQuery } from "@/api/announcements";
import { errorText } from "@/i18n/error-text";
import { useFormat } from "@/i18n/use-format";
import classes from "./announcements.module.css";

/** The number of recipients, counted by the server after every change. */
export function AudienceLine(asked: AudienceInput) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { data, error } = useQuery(audienceQuery(asked));
  const nobody = data?.devices === 0;
  return (
    <p className={classes.audience} role="status" data-nobody={nobody || error ? true : undefined}>
      {error
        ? errorText(error, t)
        : data === undefined
          ? t("announcements.counting")
          : nobody
            ? t("errors.no_user_match")
            : [
                t("announcements.reaches", { count: data.users, number: number(data.users) }),
                t("announcements.reaches_devices", {
                  count: data.devices,
                  number: number(data.devices),
                }),
              ].join(" · ")}
    </p>
  );
}
