import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { type AudienceInput, audienceQuery } from "@/api/announcements";
import { errorText } from "@/i18n/error-text";
import { useFormat } from "@/i18n/use-format";
import classes from "./announcements.module.css";

/** The number of recipients. The server counts them again after each change. */
export function AudienceLine(audience: AudienceInput) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { data, error } = useQuery(audienceQuery(audience));
  const noRecipients = data?.devices === 0;
  return (
    <p
      className={classes.audience}
      role="status"
      data-empty={noRecipients || error ? true : undefined}
    >
      {error
        ? errorText(error, t)
        : data === undefined
          ? t("announcements.counting")
          : noRecipients
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
