import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { meQuery } from "@/api/me";
import { ownDocumentsQuery } from "@/api/own-documents";
import { PageHeader } from "@/ui/page-header";
import { ErrorState } from "@/ui/states";
import { IdentityCard } from "./identity-card";
import classes from "./profile-page.module.css";
import { ProfileSections, sectionsOf } from "./profile-sections";
import { SectionNav } from "./section-nav";
import { showSection } from "./show-section";

function ProfileSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={classes.columns} role="status">
      <span className="hx-visually-hidden">{t("app.loading")}</span>
      <Skeleton height="10rem" radius="lg" />
      <div className={classes.parts}>
        <Skeleton height="14rem" radius="lg" />
        <Skeleton height="11rem" radius="lg" />
        <Skeleton height="9rem" radius="lg" />
      </div>
    </div>
  );
}

/** The version in the page's head; the development server of Vite puts none there. */
function Version() {
  const { t } = useTranslation();
  const version = document.querySelector<HTMLMetaElement>("meta[name=version]")?.content;
  return version ? <p className={classes.version}>{t("profile.version", { version })}</p> : null;
}

/** The user's own data and settings. */
export function ProfilePage() {
  const { t } = useTranslation();
  const { hash } = useLocation();
  const me = useQuery(meQuery());
  const documents = useQuery({ ...ownDocumentsQuery(), enabled: Boolean(me.data?.driver) });
  // The documents decide which sections there are. Waiting for the first response avoids a jump of the page.
  const isReady = Boolean(me.data) && !(documents.isLoading && documents.failureCount === 0);

  useEffect(() => {
    if (isReady && hash) showSection(hash.slice(1));
  }, [isReady, hash]);

  return (
    <div className={classes.page}>
      <PageHeader title={t("profile.title")} />
      {me.data && isReady ? (
        <div className={classes.columns}>
          <div className={classes.side}>
            <IdentityCard me={me.data} />
            <SectionNav sections={sectionsOf(me.data, documents.data)} />
          </div>
          <div className={classes.parts}>
            <ProfileSections me={me.data} documents={documents.data} />
          </div>
        </div>
      ) : me.isError ? (
        <ErrorState error={me.error} onRetry={() => void me.refetch()} />
      ) : (
        <ProfileSkeleton />
      )}
      <Version />
    </div>
  );
}
