import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { meQuery } from "@/api/me";
import { PageHeader } from "@/ui/page-header";
import { ErrorState } from "@/ui/states";
import { IdentityCard } from "./identity-card";
import classes from "./profile-page.module.css";
import { ProfileSections, sectionsOf } from "./profile-sections";
import { SectionNav } from "./section-nav";

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

/** The user's own data and settings. */
export function ProfilePage() {
  const { t } = useTranslation();
  const me = useQuery(meQuery());

  return (
    <div className={classes.page}>
      <PageHeader title={t("profile.title")} />
      {me.data ? (
        <div className={classes.columns}>
          <div className={classes.side}>
            <IdentityCard me={me.data} />
            <SectionNav sections={sectionsOf(me.data)} />
          </div>
          <div className={classes.parts}>
            <ProfileSections me={me.data} />
          </div>
        </div>
      ) : me.isError ? (
        <ErrorState error={me.error} onRetry={() => void me.refetch()} />
      ) : (
        <ProfileSkeleton />
      )}
    </div>
  );
}
