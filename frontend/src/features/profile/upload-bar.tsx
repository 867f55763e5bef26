import { Progress } from "@mantine/core";
import { useTranslation } from "react-i18next";
import form from "./form.module.css";

/** The upload's progress. At 100 percent the server is still processing the picture. */
export function UploadBar({ share }: { share: number }) {
  const { t } = useTranslation();
  const text = t(share < 1 ? "profile.photo.sending" : "profile.photo.reading");
  return (
    <div className={form.form} role="status">
      <Progress.Root size="lg" radius="xl">
        <Progress.Section
          value={Math.max(4, share * 100)}
          aria-label={text}
          color="lamp"
          animated={share >= 1}
          striped={share >= 1}
        />
      </Progress.Root>
      <p className={form.note}>{text}</p>
    </div>
  );
}
