import "@mantine/notifications/styles.layer.css";
import { Notifications, notifications } from "@mantine/notifications";
import { IconAlertTriangleFilled, IconCheck, IconInfoCircle } from "@tabler/icons-react";
import i18next from "i18next";
import { ThemeProvider } from "./theme/theme-provider";

const looks = {
  success: { color: "moss", icon: <IconCheck size={18} />, autoClose: 4000 },
  failure: { color: "brick", icon: <IconAlertTriangleFilled size={18} />, autoClose: false },
  info: { color: "ink", icon: <IconInfoCircle size={18} />, autoClose: 5000 },
} as const;

export function showToast(kind: keyof typeof looks, message: string, title?: string): void {
  notifications.show({
    ...looks[kind],
    ...(title ? { title } : {}),
    message,
    withBorder: true,
    role: kind === "failure" ? "alert" : "status",
    closeButtonProps: { "aria-label": i18next.t("app.dismiss") },
  });
}

// biome-ignore lint/style/noDefaultExport: React.lazy asks for one.
export default function ToastHost() {
  return (
    <ThemeProvider>
      <Notifications position="top-center" limit={3} zIndex={4000} />
    </ThemeProvider>
  );
}
