import "@mantine/notifications/styles.layer.css";
import { Button } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { Notifications, notifications } from "@mantine/notifications";
import { IconAlertTriangleFilled, IconCheck, IconInfoCircle } from "@tabler/icons-react";
import i18next from "i18next";
import { ThemeProvider } from "./theme/theme-provider";
import type { ToastAction } from "./toast";
import classes from "./toast-host.module.css";

const looks = {
  success: { color: "moss", icon: <IconCheck size={18} />, autoClose: 4000 },
  failure: { color: "brick", icon: <IconAlertTriangleFilled size={18} />, autoClose: false },
  info: { color: "ink", icon: <IconInfoCircle size={18} />, autoClose: 5000 },
} as const;

const DESK = "(width >= 62em)";

/** Failures stay until they are dismissed. */
const failures = new Set<string>();
let toasts = 0;
const newToastId = () => `toast-${++toasts}`;

export function showToast(
  kind: keyof typeof looks,
  message: string,
  title?: string,
  action?: ToastAction,
): void {
  const id = newToastId();
  // On a phone the next toast waits for the one shown, but not for a failure that is not dismissed.
  if (!window.matchMedia(DESK).matches) for (const shown of failures) notifications.hide(shown);
  if (kind === "failure" && !action) failures.add(id);
  notifications.show({
    ...looks[kind],
    id,
    ...(title ? { title } : {}),
    ...(action ? { autoClose: 10_000 } : {}),
    message: action ? (
      <>
        {message}{" "}
        <Button
          size="compact-sm"
          variant="subtle"
          onClick={() => {
            notifications.hide(id);
            action.onPress();
          }}
        >
          {action.label}
        </Button>
      </>
    ) : (
      message
    ),
    onClose: () => failures.delete(id),
    withBorder: true,
    role: kind === "failure" ? "alert" : "status",
    closeButtonProps: { "aria-label": i18next.t("app.dismiss") },
  });
}

// biome-ignore lint/style/noDefaultExport: React.lazy requires a default export.
export default function ToastHost() {
  const desk = useMediaQuery(DESK, undefined, { getInitialValueInEffect: false });
  return (
    <ThemeProvider>
      <Notifications
        // On a phone the next control to press is at the bottom.
        position={desk ? "bottom-center" : "top-center"}
        classNames={{ root: classes.toasts ?? "" }}
        // More would cover the fields of a panel on a phone.
        limit={desk ? 3 : 1}
        zIndex={4000}
      />
    </ThemeProvider>
  );
}
