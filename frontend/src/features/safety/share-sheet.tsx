import { Button, Skeleton, TextInput } from "@mantine/core";
import { useClipboard, useMediaQuery } from "@mantine/hooks";
import { IconCheck, IconCopy, IconShare2 } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { shareRide, unshareRide } from "@/api/sharing";
import { errorText } from "@/i18n/error-text";
import { useFormat } from "@/i18n/use-format";
import { Drawer } from "@/ui/dialog/drawer";
import { Modal } from "@/ui/dialog/modal";
import { ErrorState } from "@/ui/states";
import { toast } from "@/ui/toast";
import { useCategory } from "@/ui/use-category";
import classes from "./safety.module.css";

interface ShareSheetProps {
  bookingId: number;
  onClose: () => void;
}

/** The link to the trip: share, copy, or revoke it. */
export function ShareSheet({ bookingId, onClose }: ShareSheetProps) {
  const { t } = useTranslation();
  const context = useCategory();
  const { dateTime } = useFormat();
  const phone = useMediaQuery("(width < 48em)", false, { getInitialValueInEffect: false });
  const clipboard = useClipboard({ timeout: 3000 });
  // Fetched when the sheet opens, and never cached: a revoked link is not shown again.
  const link = useQuery({
    queryKey: ["share", bookingId],
    queryFn: () => shareRide(bookingId),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const stop = useMutation({
    mutationFn: () => unshareRide(bookingId),
    onSuccess: () => {
      toast.success(t("safety.share_stopped"));
      onClose();
    },
  });
  const url = link.data?.url ?? "";

  const body = (
    <div className={classes.share}>
      <p>{t("safety.share_body", { context })}</p>
      {link.isPending ? <Skeleton height="2.75rem" radius="md" /> : null}
      {link.isError ? (
        <ErrorState compact error={link.error} onRetry={() => void link.refetch()} />
      ) : null}
      {link.data ? (
        <>
          <TextInput
            readOnly
            dir="ltr"
            size="md"
            label={t("safety.share_link", { context })}
            description={t("safety.share_until", { time: dateTime(link.data.expires_at) })}
            value={url}
            onFocus={(event) => event.currentTarget.select()}
          />
          <div className={classes.actions}>
            <Button
              size="md"
              variant={"share" in navigator ? "default" : "lamp"}
              leftSection={clipboard.copied ? <IconCheck size={20} /> : <IconCopy size={20} />}
              onClick={() => clipboard.copy(url)}
            >
              {t(clipboard.copied ? "safety.share_copied" : "safety.share_copy")}
            </Button>
            {"share" in navigator ? (
              <Button
                size="md"
                variant="lamp"
                leftSection={<IconShare2 size={20} />}
                onClick={() =>
                  // Closing the share sheet is not an error.
                  void navigator
                    .share({ text: t("safety.share_message", { context }), url })
                    .catch(() => undefined)
                }
              >
                {t("safety.share_send")}
              </Button>
            ) : null}
          </div>
          <Button
            variant="subtle"
            color="brick"
            loading={stop.isPending}
            onClick={() => stop.mutate()}
          >
            {t("safety.share_stop")}
          </Button>
        </>
      ) : null}
      {stop.isError ? (
        <p className={classes.error} role="alert">
          {errorText(stop.error, t)}
        </p>
      ) : null}
    </div>
  );

  const shared = {
    opened: true,
    onClose,
    title: t("safety.share_title", { context }),
    closeButtonProps: { "aria-label": t("app.close") },
  };
  return phone ? (
    <Drawer
      {...shared}
      position="bottom"
      size="auto"
      classNames={{ content: classes.sheet ?? "", title: classes.title ?? "" }}
    >
      {body}
    </Drawer>
  ) : (
    <Modal {...shared} size="md" classNames={{ title: classes.title ?? "" }}>
      {body}
    </Modal>
  );
}
