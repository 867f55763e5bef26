import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactElement } from "react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Announcement } from "@/api/announcements";
import type { Approval } from "@/api/approvals";
import type { Case as SupportCase } from "@/api/cases";
import { ApiError } from "@/api/error";
import type { ReviewedDocument } from "@/api/fleet";
import type { PaymentAccount } from "@/api/payment-accounts";
import { addDocument } from "@/api/people";
import { createQueryClient } from "@/api/query-client";
import type { RankPlace } from "@/api/ranks";
import { rememberMe } from "@/api/session";
import { saveTariff, type Tariff } from "@/api/tariffs";
import type { Booking, DeskDriver, Me, RequiredDocument } from "@/api/types";
import { ComposeDrawer } from "@/features/announcements/compose-drawer";
import { RefuseSheet } from "@/features/approvals/refuse-sheet";
import { CompleteProfile } from "@/features/auth/complete-profile";
import { ForgotForm } from "@/features/auth/forgot-dialog";
import { LoginPage } from "@/features/auth/login-page";
import { RegisterPage } from "@/features/auth/register-page";
import { ResetPasswordPage } from "@/features/auth/reset-password-page";
import { TwoFactorStep } from "@/features/auth/two-factor-step";
import { VerifyEmailPage } from "@/features/auth/verify-email-page";
import { NewRiderSheet } from "@/features/booking/new-rider-sheet";
import { PromoField } from "@/features/booking/promo-field";
import { HoldSheet } from "@/features/bookings/hold-sheet";
import { CarTypeDrawer } from "@/features/car-types/car-type-drawer";
import { AssignSheet } from "@/features/cases/assign-sheet";
import { CloseSheet } from "@/features/cases/close-sheet";
import { ReplyForm } from "@/features/cases/reply-form";
import { MessageSheet } from "@/features/desk/message-sheet";
import { OfflineSheet } from "@/features/desk/offline-sheet";
import { AccessForm } from "@/features/dispatch-register/access-form";
import { RejectSheet } from "@/features/documents/reject-sheet";
import { Review } from "@/features/documents/review";
import { StreetTripSheet } from "@/features/driver/street-trip-sheet";
import { HelpCasePage } from "@/features/help/help-case-page";
import { ReportForm } from "@/features/help/report-form";
import { AddDialog } from "@/features/languages/add-dialog";
import { SentenceForm } from "@/features/languages/sentence-form";
import { VersionForm } from "@/features/legal/version-form";
import { CredentialsDialog } from "@/features/payment-accounts/credentials-dialog";
import { KINDS } from "@/features/people/kinds";
import { PersonForm } from "@/features/people/person-form";
import { BankCard } from "@/features/profile/bank-card";
import { DetailsCard } from "@/features/profile/details-card";
import { DocumentForm as OwnDocumentForm } from "@/features/profile/document-form";
import { EmailSheet } from "@/features/profile/email-sheet";
import { PasskeyForm } from "@/features/profile/passkey-form";
import { PasskeyRow } from "@/features/profile/passkey-row";
import { PasswordCard } from "@/features/profile/password-card";
import { TwoFactorProof } from "@/features/profile/two-factor-proof";
import { TwoFactorSetup } from "@/features/profile/two-factor-setup";
import { VehicleCard } from "@/features/profile/vehicle-card";
import { PromoDrawer } from "@/features/promos/promo-drawer";
import { RemoveSheet } from "@/features/ranks/remove-sheet";
import { RequirementForm } from "@/features/requirements/requirement-form";
import { RoleForm } from "@/features/staff-roles/role-form";
import { CarTypesSheet } from "@/features/tariffs/car-types-sheet";
import { HolidaysCard } from "@/features/tariffs/holidays-card";
import { PublishSheet } from "@/features/tariffs/publish-sheet";
import { ReplayForm } from "@/features/tariffs/replay-form";
import { RuleForm } from "@/features/tariffs/rule-form";
import { AgreeDialog } from "@/features/terms/agree-dialog";
import { BookingPromo } from "@/features/trip/booking-promo";
import { RateCard } from "@/features/trip/rate-card";
import { VehicleForm } from "@/features/vehicles/vehicle-form";
import { loadRest, startI18n } from "@/i18n/setup";
import { CHALLENGE, QuickWorker } from "@/testing/fake-captcha";
import { catchUploads, picture } from "@/testing/fake-upload";
import { ADA, OCTAVIA } from "@/testing/mock-profile-api";
import { OpenCase } from "@/ui/cases/open-case";
import { ViewsMenu } from "@/ui/data-table/views-menu";
import { DocumentForm } from "@/ui/document-form";
import { NotesCard } from "@/ui/notes/notes-card";
import { ThemeProvider } from "@/ui/theme/theme-provider";

const MESSAGE = "The server refused this value.";
const PASSWORD = "Hansom2026";
const nothing = () => undefined;
const booking = { id: 81, app_category: "taxi", promo: null, driver: null, tip_choices: [] };
const ride = booking as unknown as Booking;
const waiting = {
  ...booking,
  trip_date: new Date().toISOString(),
  redispatched_at: null,
  held_until: null,
  hold_reason: "",
  actions: ["hold"],
} as unknown as Booking;
const permit: ReviewedDocument = {
  id: 5,
  subject: "driver",
  kind: "permit",
  url: null,
  number: "",
  expires_on: null,
  claimed_expires_on: "2030-12-31",
  expired: false,
  state: "pending",
  note: "",
  created_at: "2026-11-22T05:00:00Z",
  reviewed_at: null,
  driver: { id: 8, name: "Ben Carisbrooke" },
  vehicle: null,
  photo: "",
  uploaded_by_driver: true,
  reviewed_by: null,
  may_review: true,
};
const PLACE: RankPlace = {
  id: 4,
  driver: { id: 31, name: "Ben Quill" },
  plate: "AB12 CDE",
  automatic: false,
  entered_at: "2026-05-04T10:30:00Z",
  outside_since: null,
  missed_offers: 0,
};
const TARIFF = {
  id: 4,
  name: "Town",
  revision: 1,
  state: "draft",
  document: {
    format: "hansom-tariff",
    name: "Town",
    time_zone: "Europe/London",
    rules: [{ name: "Minimum", then: { kind: "minimum", amount: "5" } }],
  },
} as unknown as Tariff;
const TERMS = {
  id: 5,
  document: "terms",
  label: "2026-11",
  published_at: "2026-11-27T12:00:00Z",
  language: "en",
  text: "Be kind to drivers.",
};
const approval = { id: 12, requested_by: { id: 1, name: "Dora Ferry" } } as Approval;
const complaint = {
  id: 12,
  kind: "complaint",
  state: "open",
  person: { id: 7, name: "Ada Marlowe", user_type: "rider" },
  booking: null,
  other: null,
  refundable: "0.0000",
  messages: [],
} as unknown as SupportCase;
const missing: RequiredDocument = {
  subject: "driver",
  kind: "permit",
  effect: "blocks",
  state: "missing",
  until: null,
  last_day: null,
};

interface Case {
  /** The component whose form is sent. */
  form: string;
  page: ReactElement;
  /** The responses to reads, by a part of the path. */
  reads?: Record<string, unknown>;
  /** A part of the refused path, if a read has the same beginning. */
  refused?: string;
  /** Opens the form, and types by labels. */
  press?: readonly RegExp[];
  type?: Record<string, string>;
  /** Whether the form requires a picture. */
  picture?: boolean;
  send: RegExp;
  /** The server's name of the refused field; without one, the code of the refusal. */
  name?: string;
  code?: string;
  label: RegExp;
}

const CASES: readonly Case[] = [
  {
    form: "features/promos/promo-drawer.tsx",
    page: <PromoDrawer promo={null} onClose={nothing} />,
    send: /^Add promo/,
    name: "promo_discount_value",
    label: /^Value/,
  },
  {
    form: "features/announcements/compose-drawer.tsx",
    page: (
      <ComposeDrawer
        row={{ id: 3, title: "Rain", body: "Tonight" } as Announcement}
        onClose={nothing}
      />
    ),
    send: /^Save/,
    name: "body",
    label: /^Text/,
  },
  {
    form: "features/car-types/car-type-drawer.tsx",
    page: <CarTypeDrawer car={null} part="cancel_slabs" onClose={nothing} />,
    send: /^Add car type/,
    name: "min_fare",
    label: /^Minimum fare/,
  },
  {
    form: "features/people/person-form.tsx",
    page: <PersonForm kind={KINDS.riders} person={null} mayApprove onClose={nothing} />,
    send: /^Add/,
    name: "last_name",
    label: /^Last name/,
  },
  {
    form: "ui/document-form.tsx",
    page: (
      <DocumentForm
        title="Add document"
        kind="insurance"
        send={(file, fields) => addDocument(8, file, fields)}
        onSaved={nothing}
        onClose={nothing}
      />
    ),
    picture: true,
    send: /^Add/,
    name: "number",
    label: /^Number/,
  },
  {
    form: "features/documents/review.tsx",
    page: <Review reviewed={permit} onClose={nothing} />,
    send: /^Accept/,
    name: "expires_on",
    label: /^Expires on/,
  },
  {
    form: "features/documents/reject-sheet.tsx",
    page: (
      <RejectSheet reviewed={permit} onClose={nothing} onRejected={nothing} onChanged={nothing} />
    ),
    send: /^Reject/,
    name: "reason",
    label: /^Reason/,
  },
  {
    form: "features/bookings/hold-sheet.tsx",
    page: <HoldSheet booking={waiting} onClose={nothing} />,
    send: /^Put on hold/,
    name: "reason",
    label: /^Reason/,
  },
  {
    form: "features/desk/offline-sheet.tsx",
    page: <OfflineSheet driver={{ id: 8, name: "Ben" } as DeskDriver} onClose={nothing} />,
    send: /^Take offline/,
    name: "reason",
    label: /^Reason/,
  },
  {
    form: "features/desk/message-sheet.tsx",
    page: <MessageSheet drivers={[]} chosen={undefined} onClose={nothing} />,
    send: /^Send message/,
    name: "text",
    label: /^Message/,
  },
  {
    form: "features/dispatch-register/access-form.tsx",
    page: <AccessForm onClose={nothing} onGiven={nothing} />,
    send: /^Create link/,
    name: "authority",
    label: /^Authority/,
  },
  {
    form: "features/staff-roles/role-form.tsx",
    page: <RoleForm edited={null} onClose={nothing} />,
    send: /^Save/,
    name: "name",
    label: /^Name/,
  },
  {
    form: "features/legal/version-form.tsx",
    page: <VersionForm version={null} onClose={nothing} />,
    reads: { "languages/": { results: [{ code: "en", name: "English", default: true }] } },
    send: /^Save/,
    name: "texts.en",
    label: /^Text in English/,
  },
  {
    form: "features/terms/agree-dialog.tsx",
    page: <AgreeDialog />,
    reads: { "consents/?": { due: [TERMS], given: [] } },
    send: /^Agree/,
    label: /^I agree/,
  },
  {
    form: "ui/cases/open-case.tsx",
    page: <OpenCase people={[{ id: 7, name: "Ada Marlowe" }]} booking={81} onClose={nothing} />,
    send: /^Open a case/,
    name: "text",
    label: /^What happened/,
  },
  {
    form: "features/cases/reply-form.tsx",
    page: <ReplyForm one={complaint} onSent={nothing} />,
    send: /^Send/,
    name: "text",
    label: /^Message/,
  },
  {
    form: "features/cases/assign-sheet.tsx",
    page: <AssignSheet one={complaint} onClose={nothing} onChanged={nothing} />,
    reads: {
      "admins/": { results: [{ id: 1, first_name: "Dora", last_name: "Ferry" }], next: null },
    },
    send: /^Save/,
    name: "owner",
    label: /^Owner/,
  },
  {
    form: "features/approvals/refuse-sheet.tsx",
    page: <RefuseSheet one={approval} onClose={nothing} onRefused={nothing} onFailed={nothing} />,
    send: /^Reject/,
    name: "reason",
    label: /^Reason/,
  },
  {
    form: "features/cases/close-sheet.tsx",
    page: <CloseSheet one={complaint} onClose={nothing} onClosed={nothing} />,
    send: /^Close case/,
    name: "text",
    label: /^Answer to/,
  },
  {
    form: "features/help/report-form.tsx",
    page: <ReportForm booking={null} onClose={nothing} />,
    reads: { "bookings/": { results: [], next: null } },
    send: /^Send/,
    name: "text",
    label: /^What happened/,
  },
  {
    form: "features/help/help-case-page.tsx",
    page: <HelpCasePage id={12} />,
    reads: { "me/cases/12/": { ...complaint, messages: [] } },
    refused: "/messages/",
    send: /^Send/,
    name: "text",
    label: /^Message/,
  },
  {
    form: "ui/notes/notes-card.tsx",
    page: <NotesCard subject={{ person: 7 }} />,
    send: /^Add note/,
    name: "text",
    label: /^New note/,
  },
  {
    form: "features/vehicles/vehicle-form.tsx",
    page: <VehicleForm vehicle={null} onClose={nothing} />,
    send: /^Add vehicle/,
    name: "plate",
    label: /^Plate/,
  },
  {
    form: "features/ranks/remove-sheet.tsx",
    page: <RemoveSheet place={PLACE} onClose={nothing} />,
    send: /^Remove/,
    name: "reason",
    label: /^Reason/,
  },
  {
    form: "features/driver/street-trip-sheet.tsx",
    page: <StreetTripSheet here={null} onClose={nothing} />,
    reads: { "me/meter/": { tariff: "Town 1", starting_fare: "4.0000" } },
    send: /^Start trip/,
    name: "passenger_name",
    label: /^Passenger’s name/,
  },
  {
    form: "features/requirements/requirement-form.tsx",
    page: <RequirementForm requirement={null} onClose={nothing} />,
    send: /^Add required document/,
    name: "grace_days",
    label: /^Grace days/,
  },
  {
    form: "features/booking/new-rider-sheet.tsx",
    page: <NewRiderSheet typed="Zoe" onClose={nothing} onAdded={nothing} />,
    send: /^Add rider/,
    name: "last_name",
    label: /^Last name/,
  },
  {
    form: "features/tariffs/rule-form.tsx",
    page: (
      <RuleForm
        tariff={TARIFF}
        number={null}
        save={(document) => saveTariff(TARIFF, document)}
        onClose={nothing}
      />
    ),
    send: /^Save/,
    name: "rules[0].name",
    label: /^Name/,
  },
  {
    form: "features/tariffs/replay-form.tsx",
    page: <ReplayForm onStarted={nothing} />,
    reads: { "tariffs/?": { next: null, results: [] } },
    send: /^Start replay/,
    name: "last_day",
    label: /^Last day/,
  },
  {
    form: "features/tariffs/publish-sheet.tsx",
    page: <PublishSheet tariff={TARIFF} onClose={nothing} />,
    reads: { "tariffs/check/": { errors: [], warnings: [] } },
    send: /^Publish/,
    name: "valid_from",
    label: /^Date/,
  },
  {
    form: "features/tariffs/car-types-sheet.tsx",
    page: <CarTypesSheet onClose={nothing} />,
    send: /^Use the car types/,
    name: "valid_from",
    label: /^Date/,
  },
  {
    form: "features/tariffs/holidays-card.tsx",
    page: <HolidaysCard />,
    send: /^Add public holiday/,
    name: "name",
    label: /^Name/,
  },
  {
    form: "features/languages/add-dialog.tsx",
    page: <AddDialog onClose={nothing} />,
    type: { "^Language( \\*)?$": "Italiano", "^Language locale": "it" },
    send: /^Add/,
    name: "code",
    label: /^Language locale/,
  },
  {
    form: "features/languages/sentence-form.tsx",
    page: (
      <SentenceForm
        language={{ id: 2, name: "Italiano", code: "it", dir: "ltr" }}
        sentence={
          {
            stem: "nav.home",
            changed: false,
            translations: [
              { key: "nav.home", default: "Home", text: "Home", own: true, plural: false },
            ],
          } as never
        }
        onNext={nothing}
      />
    ),
    type: { Italiano: "Casa" },
    send: /^Save$/,
    name: "nav.home",
    label: /Italiano/,
  },
  {
    form: "features/payment-accounts/credentials-dialog.tsx",
    page: (
      <CredentialsDialog
        account={
          {
            provider: "stripe",
            label: "Stripe",
            mode: "test",
            credentials: [
              {
                name: "merchant_id",
                secret: false,
                is_set: false,
                required: true,
                choices: [],
                example: "",
                value: null,
              },
            ],
          } as unknown as PaymentAccount
        }
        onClose={nothing}
      />
    ),
    type: { "^merchant_id": "m" },
    send: /^Save/,
    name: "merchant_id",
    label: /^merchant_id/,
  },
  {
    form: "ui/data-table/views-menu.tsx",
    page: (
      <ViewsMenu
        name="codes"
        state={{ query: () => "", show: nothing }}
        look={{ chosen: [], chooseAll: nothing } as never}
      />
    ),
    press: [/^Views/],
    type: { "^View name": "Late" },
    send: /^Save/,
    name: "name",
    label: /^View name/,
  },
  {
    form: "features/profile/details-card.tsx",
    page: <DetailsCard me={ADA} />,
    type: { "^Last name": "Byron" },
    send: /^Save/,
    name: "last_name",
    label: /^Last name/,
  },
  {
    form: "features/profile/bank-card.tsx",
    page: <BankCard me={ADA} />,
    type: { "^Bank$": "Lloyds" },
    send: /^Save/,
    name: "bank_name",
    label: /^Bank$/,
  },
  {
    form: "features/profile/vehicle-card.tsx",
    page: <VehicleCard driver={OCTAVIA} />,
    type: { "^Model": "Superb" },
    send: /^Save/,
    name: "vehicle_model",
    label: /^Model/,
  },
  {
    form: "features/profile/document-form.tsx",
    page: <OwnDocumentForm id="own" required={missing} label="Driver permit" onClose={nothing} />,
    picture: true,
    send: /^Send for review/,
    name: "expires_on",
    label: /^Expires on/,
  },
  {
    form: "features/profile/password-card.tsx",
    page: <PasswordCard me={ADA} />,
    press: [/^Change/],
    type: { "^Current": "old", "^New": PASSWORD },
    send: /^Change/,
    name: "password",
    label: /^New/,
  },
  {
    form: "features/profile/two-factor-proof.tsx",
    page: (
      <TwoFactorProof
        label="Turn off"
        note="Off"
        withPassword
        work={() => Promise.reject(new ApiError(400, "wrong_password", ""))}
        onDone={nothing}
        onCancel={nothing}
      />
    ),
    type: { "^Current": "old", "^Code from": "123456" },
    send: /^Turn off/,
    code: "wrong_password",
    label: /^Current/,
  },
  {
    form: "features/profile/two-factor-setup.tsx",
    page: <TwoFactorSetup onDone={nothing} />,
    reads: { "two-factor/setup": { secret: "ABC", qr_code: "data:," } },
    type: { "^Code from": "123456" },
    send: /^Turn on/,
    code: "two_factor_wrong_code",
    label: /^Code from/,
  },
  {
    form: "features/profile/passkey-form.tsx",
    page: <PasskeyForm me={ADA} onDone={nothing} onCancel={nothing} />,
    type: { "^Name": "My phone", "^Current": "old" },
    send: /^Add a passkey/,
    code: "wrong_password",
    label: /^Current/,
  },
  {
    form: "features/profile/passkey-row.tsx",
    page: (
      <PasskeyRow
        passkey={{ id: 3, name: "Phone", created_at: "2026-11-28T12:00:00Z", last_used_at: null }}
        onRemove={nothing}
      />
    ),
    press: [/^Rename/],
    send: /^Save/,
    name: "name",
    label: /^Name/,
  },
  {
    form: "features/profile/email-sheet.tsx",
    page: <EmailSheet opened first onClose={nothing} />,
    type: { "^New email": "ada@hansom.example" },
    send: /^Send/,
    name: "email",
    label: /^New email/,
  },
  {
    form: "features/auth/forgot-dialog.tsx",
    page: <ForgotForm email="ada@hansom.example" onSent={nothing} />,
    send: /^Send/,
    name: "email",
    label: /^Email/,
  },
  {
    form: "features/auth/verify-email-page.tsx",
    page: <VerifyEmailPage linkKey="" onVerified={nothing} />,
    type: { "^Email": "ada@hansom.example" },
    send: /^Send/,
    name: "email",
    label: /^Email/,
  },
  {
    form: "features/auth/reset-password-page.tsx",
    page: <ResetPasswordPage linkKey="k" />,
    type: { "^New": PASSWORD },
    send: /^Save password/,
    name: "password",
    label: /^New/,
  },
  {
    form: "features/auth/complete-profile.tsx",
    page: <CompleteProfile me={{ ...ADA, email: null, last_name: "" } as Me} onLater={nothing} />,
    type: { "^Last name": "Byron", "^Email": "ada@hansom.example" },
    send: /^Save/,
    name: "last_name",
    label: /^Last name/,
  },
  {
    form: "features/auth/two-factor-step.tsx",
    page: <TwoFactorStep challenge="c" onSignedIn={nothing} onBack={nothing} />,
    type: { "^Code": "123456" },
    send: /^Log in/,
    code: "two_factor_wrong_code",
    label: /^Code/,
  },
  {
    form: "features/auth/password-form.tsx",
    page: <LoginPage onSignedIn={nothing} />,
    type: { "^Email": "ada@hansom.example", "^Password": "wrong" },
    send: /^Log in$/,
    code: "login_error",
    label: /^Email/,
  },
  {
    form: "features/auth/phone-form.tsx",
    page: <LoginPage onSignedIn={nothing} />,
    reads: {
      "settings/public": { sign_in: { mobile: true }, register: { default_country: "GB" } },
    },
    press: [/^Phone$/],
    type: { "^Phone number": "+447700900123" },
    send: /^Get code/,
    code: "mobile_no_blank_error",
    label: /^Phone number/,
  },
  {
    form: "features/auth/register-page.tsx",
    // biome-ignore lint/a11y/useValidAriaRole: the role of a user.
    page: <RegisterPage role="rider" referralId="" onDone={nothing} />,
    type: {
      "^First name": "Ada",
      "^Last name": "Byron",
      "^Email": "ada@hansom.example",
      "^Password": PASSWORD,
      "^Phone number": "+447700900123",
    },
    send: /^Create account/,
    name: "email",
    label: /^Email/,
  },
  {
    form: "features/trip/booking-promo.tsx",
    page: <BookingPromo booking={ride} disabled={false} />,
    press: [/promo/i],
    type: { "^Promo code": "LATE" },
    send: /^Apply/,
    code: "promo_exp",
    label: /^Promo code/,
  },
  {
    form: "features/booking/promo-field.tsx",
    page: <PromoField promo="LATE" quoteId="q" disabled={false} />,
    type: { "^Promo code": "LATE" },
    send: /^Apply/,
    code: "promo_exp",
    label: /^Promo code/,
  },
  {
    form: "features/trip/rate-card.tsx",
    page: <RateCard booking={ride} />,
    send: /^Skip/,
    name: "feedback",
    label: /^Anything to add/,
  },
];

/** Forms that need more than one request, or a map; their own tests check the message and the focus. */
const ELSEWHERE: Record<string, string> = {
  "features/bookings/edit-booking.tsx": "features/bookings/edit-booking.test.tsx",
  "features/payouts/add-to-wallet-page.tsx": "features/payouts/add-to-wallet-page.test.tsx",
  "features/settings/settings-form.tsx": "features/settings/settings-page.test.tsx",
  "features/setup/setup-form.tsx": "features/setup/setup-page.test.tsx",
  "features/ranks/rank-form.tsx": "features/ranks/ranks-page.test.tsx",
  "features/tariffs/zone-form.tsx": "features/tariffs/zone-form.test.tsx",
  "features/vehicles/assign-panel.tsx": "features/vehicles/vehicles-page.test.tsx",
};
/** Their values are not refused by field: a text that always sends, and an amount that is checked while typing. */
const WITHOUT_REFUSALS = ["ui/composer.tsx", "features/trip/tip-card.tsx"];
/** The shared component of drawers. */
const SHARED = ["ui/side-panel.tsx"];

const SOURCES = import.meta.glob<string>("/src/**/*.tsx", {
  query: "?raw",
  import: "default",
  eager: true,
});
const FORMS = Object.entries(SOURCES)
  .filter(([path, text]) => !path.endsWith(".test.tsx") && /<(?:Side)?Form(?=[\s>])/.test(text))
  .map(([path]) => path.replace("/src/", ""));

const refusalOf = ({ name, code = "invalid" }: Case) => ({
  code,
  detail: MESSAGE,
  fields: name ? { [name]: MESSAGE } : {},
});

function serve(each: Case) {
  const { reads = {} } = each;
  vi.stubGlobal("Worker", QuickWorker);
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    const isRefused = each.refused !== undefined && url.includes(each.refused);
    const read = isRefused ? undefined : Object.keys(reads).find((part) => url.includes(part));
    if (read) return Response.json(reads[read]);
    if (url.includes("captcha")) return Response.json(CHALLENGE);
    if (init.method && init.method !== "GET") {
      return Response.json(refusalOf(each), { status: 400 });
    }
    if (url.includes("promos/check")) return Response.json(refusalOf(each), { status: 400 });
    if (url.includes("settings/public")) {
      return Response.json({ sign_in: {}, register: { default_country: "GB" }, decimal: 2 });
    }
    return Response.json({ results: [] });
  });
}

const buttons = (name: RegExp) => [
  ...screen.queryAllByRole("button", { name, hidden: true }),
  ...screen.queryAllByRole("tab", { name, hidden: true }),
];

async function press(name: RegExp) {
  await waitFor(() => expect(buttons(name)).not.toEqual([]));
  await userEvent.click(buttons(name).at(-1) as HTMLElement);
}

const fieldOf = (label: RegExp) =>
  screen.getAllByLabelText(label, { selector: "input, textarea, select" })[0] as HTMLElement;

beforeAll(async () => {
  await startI18n();
  await loadRest();
  rememberMe({ ...ADA, user_type: "admin" } as Me);
});
afterEach(() => vi.unstubAllGlobals());

describe("a refusal by the server", () => {
  it.each(CASES)("is shown at the field of $form, which takes the focus", async (each) => {
    serve(each);
    render(
      <ThemeProvider>
        <QueryClientProvider client={createQueryClient()}>
          <MemoryRouter>{each.page}</MemoryRouter>
        </QueryClientProvider>
      </ThemeProvider>,
    );
    for (const name of each.press ?? []) await press(name);
    for (const [label, text] of Object.entries(each.type ?? {})) {
      await waitFor(() => fieldOf(new RegExp(label)));
      await userEvent.clear(fieldOf(new RegExp(label)));
      await userEvent.type(fieldOf(new RegExp(label)), text);
    }
    const uploads = each.picture ? catchUploads() : [];
    if (each.picture) {
      const file = document.querySelector<HTMLInputElement>("input[type=file]");
      await userEvent.upload(file as HTMLInputElement, picture());
    }
    await press(each.send);
    for (const upload of uploads) upload.answer(400, refusalOf(each));

    await waitFor(() => expect(fieldOf(each.label)).toHaveFocus(), { timeout: 10_000 });
    if (each.name) expect(screen.getAllByText(MESSAGE).length).toBeGreaterThan(0);
    const wrong = fieldOf(each.label).closest("[aria-invalid=true]");
    expect(wrong).not.toBeNull();
  });

  it("is tested for every form", () => {
    const tested = CASES.map(({ form }) => form);
    const known = [...tested, ...Object.keys(ELSEWHERE), ...WITHOUT_REFUSALS, ...SHARED];
    expect(FORMS.sort()).toEqual(known.sort());
    for (const path of Object.values(ELSEWHERE)) {
      expect(SOURCES[`/src/${path}`], path).toMatch(/toHaveFocus|toBeInvalid/);
    }
  });
});
