import { Button, FileButton } from "@mantine/core";
import { IconExternalLink, IconPhotoUp } from "@tabler/icons-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { putLicence } from "@/api/profile";
import { IMAGE_TYPES } from "@/api/upload";
import { Failure } from "./failure";
import form from "./form.module.css";
import { LicenceImage } from "./licence-image";
import { Section } from "./section";
import { UploadBar } from "./upload-bar";
import { useUpload } from "./use-upload";

const ACCEPT = IMAGE_TYPES.join(",");

/** Returns the path of the picture without its signature. */
const pathOf = (address: string) => address.split("?")[0];

/** The driver's licence, shown by a signed URL that expires. */
export function LicenceCard({ image }: { image: string | null }) {
  const { t } = useTranslation();
  const reset = useRef<() => void>(null);
  const upload = useUpload(putLicence, { message: t("profile.licence.saved") });

  return (
    <Section id="licence" title={t("profile.licence.title")} lead={t("profile.licence.lead")}>
      <div className={form.form}>
        {image ? <LicenceImage key={pathOf(image)} address={image} /> : null}
        {image ? null : <p className={form.note}>{t("profile.licence.none")}</p>}
        {upload.working ? (
          <>
            <UploadBar share={upload.share} />
            <div className={form.actions}>
              <Button variant="default" onClick={upload.cancel}>
                {t("app.cancel")}
              </Button>
            </div>
          </>
        ) : (
          <>
            <Failure error={upload.error} />
            <div className={form.actions}>
              <FileButton
                accept={ACCEPT}
                resetRef={reset}
                onChange={(file) => {
                  if (file) upload.send(file);
                  reset.current?.();
                }}
              >
                {(props) => (
                  <Button
                    {...props}
                    variant="default"
                    size="md"
                    leftSection={<IconPhotoUp size={18} aria-hidden="true" />}
                  >
                    {t(image ? "profile.licence.replace" : "profile.licence.add")}
                  </Button>
                )}
              </FileButton>
              {image ? (
                <Button
                  component="a"
                  href={image}
                  target="_blank"
                  rel="noreferrer"
                  variant="subtle"
                  size="md"
                  leftSection={<IconExternalLink size={18} aria-hidden="true" />}
                >
                  {t("profile.licence.open")}
                </Button>
              ) : null}
            </div>
          </>
        )}
      </div>
    </Section>
  );
}
