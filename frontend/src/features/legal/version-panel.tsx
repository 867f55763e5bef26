import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { offeredLanguagesQuery, type TermsVersion } from "@/api/terms";
import { SidePanel } from "@/ui/side-panel";
import { TermsText } from "@/ui/terms/terms-text";
import { versionName } from "./columns";
import classes from "./legal.module.css";

interface VersionPanelProps {
  version: TermsVersion;
  onClose: () => void;
}

/** A published version in all its languages. */
export function VersionPanel({ version, onClose }: VersionPanelProps) {
  const { t } = useTranslation();
  const { data: languages = [] } = useQuery(offeredLanguagesQuery());
  const nameIn = (code: string) => languages.find((each) => each.code === code)?.name ?? code;
  return (
    <SidePanel title={versionName(version, t)} onClose={onClose} width={640}>
      <div className={classes.texts}>
        {Object.entries(version.texts).map(([language, text]) => (
          <section key={language}>
            <h3>
              <bdi>{nameIn(language)}</bdi>
            </h3>
            <TermsText
              version={{ ...version, language, text, published_at: version.published_at ?? "" }}
            />
          </section>
        ))}
      </div>
    </SidePanel>
  );
}
