import { useMediaQuery } from "@mantine/hooks";
import { useTranslation } from "react-i18next";
import { Drawer } from "@/ui/dialog/drawer";
import classes from "./inbox-drawer.module.css";
import { InboxMessages } from "./inbox-messages";

interface InboxDrawerProps {
  opened: boolean;
  onClose: () => void;
}

/** The messages: a side drawer on wide screens, a bottom sheet on phones. */
export function InboxDrawer({ opened, onClose }: InboxDrawerProps) {
  const { t } = useTranslation();
  const phone = useMediaQuery("(width < 48em)") ?? false;
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      title={t("inbox.title")}
      position={phone ? "bottom" : "right"}
      size={phone ? "88dvh" : 420}
      closeButtonProps={{ "aria-label": t("app.close") }}
      classNames={{
        content: (phone ? classes.sheet : classes.side) ?? "",
        title: classes.title ?? "",
      }}
    >
      <InboxMessages onGo={onClose} />
    </Drawer>
  );
}
