import { IconBell } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { inboxQuery } from "@/api/inbox";
import classes from "./inbox-bell.module.css";
import { InboxDrawer } from "./inbox-drawer";
import { unreadOf } from "./unread";

const MOST_SHOWN = 9;

/** The header button that opens the inbox, with the number of new messages. */
export function InboxBell() {
  const { t } = useTranslation();
  const inbox = useInfiniteQuery(inboxQuery());
  const [open, setOpen] = useState(false);
  const { count, more } = unreadOf(inbox.data?.pages ?? []);
  const shown = count > MOST_SHOWN || more ? `${Math.min(count, MOST_SHOWN)}+` : count;
  const label =
    count === 0
      ? t("inbox.bell")
      : more
        ? t("inbox.bell_more", { count })
        : t("inbox.bell_unread", { count });

  return (
    <>
      <button
        type="button"
        className={classes.bell}
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={open}
        title={t("inbox.title")}
        onClick={() => setOpen(true)}
      >
        <IconBell size={22} stroke={1.8} aria-hidden="true" />
        {count > 0 ? (
          <span key={count} className={classes.count} aria-hidden="true">
            {shown}
          </span>
        ) : null}
      </button>
      <InboxDrawer opened={open} onClose={() => setOpen(false)} />
    </>
  );
}
