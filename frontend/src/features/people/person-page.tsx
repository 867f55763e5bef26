import { Button, Tabs } from "@mantine/core";
import {
  IconArrowMerge,
  IconDownload,
  IconMapPin,
  IconPencil,
  IconPlus,
  IconTrash,
} from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate, useParams, useSearchParams } from "react-router";
import type { ApiError } from "@/api/error";
import { personQuery } from "@/api/people";
import { useMay } from "@/api/permissions";
import { useViewer } from "@/api/session";
import type { Person, UserType } from "@/api/types";
import { startPersonDataExport } from "@/api/your-data";
import { CasesCard } from "@/ui/cases/cases-card";
import { lazy } from "@/ui/lazy";
import { NotesCard } from "@/ui/notes/notes-card";
import { PageHeader } from "@/ui/page-header";
import { ReadOnly } from "@/ui/read-only";
import { ErrorState, LoadingState, NotFoundState } from "@/ui/states";
import { Documents } from "./documents";
import { KINDS, PEOPLE_PAGE } from "./kinds";
import { nameOf } from "./name-of";
import { Overview } from "./overview";
import classes from "./people.module.css";
import { PersonCard } from "./person-card";
import { PersonPasskeys } from "./person-passkeys";
import { Ratings } from "./ratings";

const PersonForm = lazy(async () => ({ default: (await import("./person-form")).PersonForm }));
const ResetTwoFactor = lazy(async () => ({
  default: (await import("./reset-two-factor")).ResetTwoFactor,
}));
const DeletePerson = lazy(async () => ({
  default: (await import("./delete-person")).DeletePerson,
}));

const MergePerson = lazy(async () => ({ default: (await import("./merge-person")).MergePerson }));

const DataExportDialog = lazy(async () => ({
  default: (await import("@/ui/export/data-export-dialog")).DataExportDialog,
}));

type Part = "bookings" | "wallet" | "statements" | "trail";

interface PersonPageProps {
  /** The person's sections from other features. */
  parts: Record<Part, (person: Person) => ReactNode>;
}

const TABS = [
  "overview",
  "documents",
  "bookings",
  "wallet",
  "statements",
  "ratings",
  "trail",
] as const;
type Tab = (typeof TABS)[number];

const RIDES: readonly UserType[] = ["rider", "driver"];

function tabsOf(person: Person, viewer: UserType | null, may: ReturnType<typeof useMay>): Tab[] {
  const rides = RIDES.includes(person.user_type);
  const admin = viewer === "admin";
  const shown: Record<Tab, boolean> = {
    overview: true,
    documents: person.user_type === "driver" && may("fleet"),
    bookings: rides && may("bookings"),
    wallet: rides && admin && may("money"),
    statements: person.user_type === "driver" && may("reports"),
    ratings: rides && may("bookings"),
    trail: admin && may("audit"),
  };
  return TABS.filter((tab) => shown[tab]);
}

/** One person's page: their details, and the sections of other features. */
export function PersonPage({ parts }: PersonPageProps) {
  const { t } = useTranslation();
  const id = Number(useParams().id);
  const person = useQuery({ ...personQuery(id), enabled: Number.isInteger(id) });
  if (person.isError || !Number.isInteger(id)) {
    const gone = !Number.isInteger(id) || (person.error as ApiError | null)?.status === 404;
    return gone ? (
      <NotFoundState page title={t("people.none")} />
    ) : (
      <ErrorState error={person.error} onRetry={() => void person.refetch()} />
    );
  }
  if (person.isPending) return <LoadingState />;
  return <Known key={id} person={person.data} parts={parts} />;
}

function Known({ person, parts }: { person: Person } & PersonPageProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { role, me } = useViewer();
  const [params, setParams] = useSearchParams();
  const [open, setOpen] = useState<"form" | "gone" | "two-factor" | "export" | "merge" | null>(
    null,
  );
  const close = () => setOpen(null);
  const may = useMay();
  const readOnly = !may(person.user_type === "admin" ? "staff" : "people", "change");
  const tabs = tabsOf(person, role, may);
  const tab = tabs.find((one) => one === params.get("tab")) ?? "overview";
  const kind = Object.values(KINDS).find((one) => one.role === person.user_type) ?? KINDS.riders;

  const panel = (one: Tab): ReactNode => {
    if (one === "overview") {
      return (
        <>
          <Overview person={person} />
          {role === "admin" && person.id !== me?.id ? <PersonPasskeys person={person} /> : null}
          {role === "admin" && person.id !== me?.id && may("people") ? (
            <div className={classes.notes}>
              <NotesCard subject={{ person: person.id }} />
              {RIDES.includes(person.user_type) && may("cases") ? (
                <CasesCard
                  people={[{ id: person.id, name: nameOf(person, t) }]}
                  list={`person=${person.id}`}
                />
              ) : null}
            </div>
          ) : null}
        </>
      );
    }
    if (one === "documents") return <Documents person={person} />;
    if (one === "ratings") return <Ratings person={person} />;
    return parts[one](person);
  };

  return (
    <ReadOnly when={readOnly}>
      <div className={classes.page}>
        <PageHeader
          title={nameOf(person, t)}
          lead={
            person.user_type === "admin"
              ? `${t("people.role_admin")} · ${person.staff_role?.name ?? t("staff.owner")}`
              : t(`people.role_${person.user_type}`)
          }
          back={PEOPLE_PAGE[person.user_type]}
          actions={
            <>
              {person.user_type === "rider" &&
              may("bookings", "change") &&
              role === "admin" &&
              person.profile_complete ? (
                <Button
                  component={Link}
                  to={`/addbookings?rider=${person.id}`}
                  leftSection={<IconPlus size={18} aria-hidden="true" />}
                >
                  {t("people.book_for")}
                </Button>
              ) : null}
              {person.driver?.active ? (
                <Button
                  component={Link}
                  to={`/dashboard?driver=${person.id}`}
                  variant="default"
                  leftSection={<IconMapPin size={18} aria-hidden="true" />}
                >
                  {t("people.show_on_map")}
                </Button>
              ) : null}
              <Button
                variant="default"
                leftSection={<IconPencil size={18} aria-hidden="true" />}
                aria-haspopup="dialog"
                onClick={() => setOpen("form")}
              >
                {t("people.edit")}
              </Button>
              {person.facts.two_factor && role === "admin" && person.id !== me?.id ? (
                <Button
                  variant="default"
                  aria-haspopup="dialog"
                  onClick={() => setOpen("two-factor")}
                >
                  {t("people.two_factor_reset")}
                </Button>
              ) : null}
              {person.facts.is_caller && role === "admin" && !readOnly ? (
                <Button
                  variant="default"
                  leftSection={<IconArrowMerge size={18} aria-hidden="true" />}
                  aria-haspopup="dialog"
                  onClick={() => setOpen("merge")}
                >
                  {t("people.merge")}
                </Button>
              ) : null}
              {role === "admin" ? (
                <Button
                  variant="default"
                  leftSection={<IconDownload size={18} aria-hidden="true" />}
                  aria-haspopup="dialog"
                  onClick={() => setOpen("export")}
                >
                  {t("people.data_export")}
                </Button>
              ) : null}
              {person.id === me?.id ? null : (
                <Button
                  variant="default"
                  color="brick"
                  leftSection={<IconTrash size={18} aria-hidden="true" />}
                  aria-haspopup="dialog"
                  onClick={() => setOpen("gone")}
                >
                  {t("people.delete")}
                </Button>
              )}
            </>
          }
        />
        <PersonCard person={person} />
        <Tabs
          value={tab}
          keepMounted={false}
          onChange={(value) => setParams(value === "overview" ? {} : { tab: value ?? "" })}
        >
          <Tabs.List className={classes.tabs ?? ""}>
            {tabs.map((one) => (
              <Tabs.Tab key={one} value={one}>
                {t(`people.tab_${one}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {tabs.map((one) => (
            <Tabs.Panel key={one} value={one} pt="md">
              {tab === one ? panel(one) : null}
            </Tabs.Panel>
          ))}
        </Tabs>
        <Suspense fallback={null}>
          {open === "form" ? (
            <PersonForm
              kind={kind}
              person={person}
              mayApprove={person.may_approve}
              onClose={close}
            />
          ) : null}
          {open === "merge" ? (
            <MergePerson
              person={person}
              onClose={close}
              onMerged={(account) => void navigate(`/people/${account}`)}
            />
          ) : null}
          {open === "two-factor" ? <ResetTwoFactor person={person} onClose={close} /> : null}
          {open === "export" ? (
            <DataExportDialog
              opened
              title={t("people.data_export")}
              lead={t("people.data_export_lead")}
              start={(key) => startPersonDataExport(person.id, key)}
              onClose={close}
            />
          ) : null}
          {open === "gone" ? (
            <DeletePerson
              person={person}
              onClose={close}
              onDeleted={() => void navigate(PEOPLE_PAGE[person.user_type])}
            />
          ) : null}
        </Suspense>
      </div>
    </ReadOnly>
  );
}
