import { Badge, Button } from "@mantine/core";
import { IconBan, IconPlus } from "@tabler/icons-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { accessesKey, type InspectorAccess, type NewInspectorAccess } from "@/api/register";
import { useFormat } from "@/i18n/use-format";
import { DataList } from "@/ui/data-table/data-list";
import { lazy } from "@/ui/lazy";
import { PageHeader } from "@/ui/page-header";
import classes from "./dispatch-register.module.css";
import { LinkDialog } from "./link-dialog";
import { RevokeSheet } from "./revoke-sheet";

const AccessForm = lazy(async () => ({ default: (await import("./access-form")).AccessForm }));

type State = "open" | "ended" | "revoked";

const stateOf = ({ revoked_at, ends_at }: InspectorAccess): State =>
  revoked_at ? "revoked" : new Date(ends_at) > new Date() ? "open" : "ended";

/** The links with which inspectors read the register. */
export function InspectorsPage() {
  const { t } = useTranslation();
  const { date, dateTime } = useFormat();
  const [adding, setAdding] = useState(false);
  const [given, setGiven] = useState<NewInspectorAccess | null>(null);
  const [revoked, setRevoked] = useState<InspectorAccess | null>(null);
  const add = (
    <Button
      variant="lamp"
      leftSection={<IconPlus size={18} aria-hidden="true" />}
      aria-haspopup="dialog"
      onClick={() => setAdding(true)}
    >
      {t("inspection.give")}
    </Button>
  );
  return (
    <div className={classes.page}>
      <PageHeader
        title={t("inspection.inspectors")}
        lead={t("inspection.inspectors_lead")}
        back="/dispatch-register"
        actions={add}
      />
      <DataList<InspectorAccess>
        name="inspector-accesses"
        label={t("inspection.inspectors")}
        path="inspector-accesses/"
        queryKey={accessesKey}
        whole={{}}
        withoutViews
        columns={[
          {
            id: "name",
            label: t("inspection.name"),
            place: "title",
            cell: ({ name }) => <bdi>{name}</bdi>,
          },
          {
            id: "authority",
            label: t("inspection.authority"),
            place: "under",
            cell: ({ authority }) => (authority ? <bdi>{authority}</bdi> : "–"),
          },
          {
            id: "state",
            label: t("inspection.state"),
            place: "aside",
            cell: (access) => (
              <Badge
                variant="light"
                tt="none"
                color={stateOf(access) === "open" ? "green" : "gray"}
              >
                {t(`inspection.states.${stateOf(access)}`)}
              </Badge>
            ),
          },
          {
            id: "days",
            label: t("inspection.days_shown"),
            cell: ({ first_day, last_day }) => `${date(first_day)} – ${date(last_day)}`,
          },
          {
            id: "ends_at",
            label: t("inspection.ends_at"),
            cell: ({ ends_at }) => dateTime(ends_at),
          },
          {
            id: "used_at",
            label: t("inspection.used_at"),
            cell: ({ used_at }) => (used_at ? dateTime(used_at) : t("inspection.never_used")),
          },
        ]}
        rowName={({ name }) => name}
        actions={(access) =>
          stateOf(access) === "open"
            ? [
                {
                  label: t("inspection.revoke"),
                  icon: <IconBan size={16} aria-hidden="true" />,
                  color: "brick",
                  onClick: () => setRevoked(access),
                  dialog: true,
                },
              ]
            : []
        }
        empty={{
          title: t("inspection.no_access"),
          body: t("inspection.no_access_body"),
          action: add,
        }}
      />
      <Suspense fallback={null}>
        {adding ? (
          <AccessForm
            onClose={() => setAdding(false)}
            onGiven={(access) => {
              setAdding(false);
              setGiven(access);
            }}
          />
        ) : null}
      </Suspense>
      {given ? <LinkDialog access={given} onClose={() => setGiven(null)} /> : null}
      {revoked ? <RevokeSheet access={revoked} onClose={() => setRevoked(null)} /> : null}
    </div>
  );
}
