import { describe, expect, it } from "vitest";

const SOURCES = Object.fromEntries(
  Object.entries(
    import.meta.glob<string>("/src/**/*.tsx", { query: "?raw", import: "default", eager: true }),
  )
    .filter(([path]) => !path.endsWith(".test.tsx"))
    .map(([path, text]) => [path.replace("/src/", ""), text]),
);

/** The base components of all dialogs; the first three implement the focus rule, and the others use those. */
const BASES = [
  "ui/dialog/modal.tsx",
  "ui/dialog/drawer.tsx",
  "ui/dialog/popover.tsx",
  "ui/guarded.tsx",
  "ui/confirm-sheet.tsx",
  "ui/side-panel.tsx",
  "ui/alert-dialog.tsx",
  // Its calendar returns the focus by itself.
  "ui/dates/date-field.tsx",
];
const DIALOG =
  /<(?:Modal|Drawer|Popover|GuardedModal|GuardedDrawer|ConfirmSheet|SidePanel|SideForm|AlertDialog)(?=[\s>])/g;
const FROM_MANTINE =
  /import \{[^}]*\b(?:Modal|Drawer|Popover|Dialog|HoverCard|FocusTrap)\b[^}]*\} from "@mantine\/core"/;
const OWN = /role="(?:alert)?dialog"|<dialog\b|showModal\(/;
/** How a button, a row action and a list's rows declare that they open a dialog. */
const MARKED = /aria-haspopup=(?:"dialog"|\{[^}]*"dialog"\s*\})|\bdialog: true\b|^\s*opensDialog$/m;

/** A Popover's target, which Mantine marks. */
const BESIDE_ITS_BUTTON = "beside its button";
/**
 * The page opens the dialog: after a file was selected, a form sent, a link followed, or the session ended.
 */
const BY_ITSELF = "by itself";

/** The number of dialogs of each file, and the files with the buttons and rows that open them. */
const OPENED_BY: Record<string, [number, ...string[]]> = {
  "app/live.tsx": [1, BY_ITSELF],
  "app/shell/command-palette.tsx": [1, "app/shell/admin-shortcuts.tsx"],
  "app/shell/shortcut-sheet.tsx": [1, "app/shell/command-palette.tsx"],
  "app/shell/side-drawer.tsx": [1, "app/shell/header.tsx"],
  "features/announcements/compose-drawer.tsx": [2, "features/announcements/announcements-page.tsx"],
  "features/announcements/sheets.tsx": [2, "features/announcements/announcements-page.tsx"],
  "features/audit/entry-drawer.tsx": [
    1,
    "features/audit/audit-page.tsx",
    "app/person-audit-log.tsx",
  ],
  "features/auth/complete-profile.tsx": [1, BY_ITSELF],
  "features/auth/forgot-dialog.tsx": [1, "features/auth/password-form.tsx"],
  "features/auth/sign-in-alert.tsx": [1, BY_ITSELF],
  "features/dispatch-register/access-form.tsx": [
    1,
    "features/dispatch-register/inspectors-page.tsx",
  ],
  "features/driver/passenger-link.tsx": [1, "features/driver/passenger-link.tsx"],
  "features/dispatch-register/link-dialog.tsx": [1, BY_ITSELF],
  "features/dispatch-register/revoke-sheet.tsx": [
    1,
    "features/dispatch-register/inspectors-page.tsx",
  ],
  "features/staff-roles/delete-role.tsx": [1, "features/staff-roles/staff-roles-page.tsx"],
  "features/staff-roles/role-form.tsx": [1, "features/staff-roles/staff-roles-page.tsx"],
  "features/legal/version-form.tsx": [1, "features/legal/legal-documents-page.tsx"],
  "features/legal/version-panel.tsx": [1, "features/legal/legal-documents-page.tsx"],
  "features/legal/version-sheets.tsx": [2, "features/legal/legal-documents-page.tsx"],
  "features/terms/agree-dialog.tsx": [1, BY_ITSELF],
  "features/booking/added-dialog.tsx": [1, BY_ITSELF],
  "features/booking/booking-panel.tsx": [
    1,
    "features/desk/desk-header.tsx",
    "features/desk/action-bar.tsx",
  ],
  "features/approvals/approval-panel.tsx": [1, "features/approvals/approvals-page.tsx"],
  "features/approvals/decide-sheet.tsx": [1, "features/approvals/approval-panel.tsx"],
  "features/approvals/refuse-sheet.tsx": [1, "features/approvals/approval-panel.tsx"],
  "features/tariffs/surge-switch.tsx": [1, "features/tariffs/surge-switch.tsx"],
  "features/cases/assign-sheet.tsx": [1, "features/cases/case-panel.tsx"],
  "features/cases/case-panel.tsx": [1, "features/cases/cases-page.tsx"],
  "ui/cases/photo-viewer.tsx": [1, "ui/cases/photo-list.tsx"],
  "features/cases/close-sheet.tsx": [1, "features/cases/case-panel.tsx"],
  "features/help/report-form.tsx": [1, "features/help/help-page.tsx"],
  "features/booking/confirm-ride.tsx": [1, "features/booking/book-button.tsx"],
  "features/booking/new-rider-sheet.tsx": [1, "features/booking/rider-options.tsx"],
  "features/booking/parcel-dialog.tsx": [1, "features/booking/book-button.tsx"],
  "features/bookings/guest-link-card.tsx": [1, "features/bookings/guest-link-card.tsx"],
  "features/bookings/assign-driver.tsx": [
    1,
    "features/bookings/row-menu.tsx",
    "features/bookings/staff-actions.tsx",
    "features/desk/action-bar.tsx",
  ],
  "features/bookings/assign-to.tsx": [1, BY_ITSELF],
  "features/bookings/booking-drawer.tsx": [1, "features/desk/action-bar.tsx"],
  "features/bookings/cancel-row.tsx": [1, "features/bookings/row-menu.tsx"],
  "features/bookings/collect-cash.tsx": [1, "features/bookings/collect-cash.tsx"],
  "features/bookings/edit-booking.tsx": [1, "features/bookings/staff-actions.tsx"],
  "features/bookings/fare-actions.tsx": [1, "features/bookings/fare-actions.tsx"],
  "features/bookings/hold-sheet.tsx": [
    1,
    "features/bookings/staff-actions.tsx",
    "features/desk/action-bar.tsx",
  ],
  "features/bookings/note-panel.tsx": [1, "features/desk/action-bar.tsx"],
  "features/bookings/pay-row.tsx": [1, "features/bookings/row-menu.tsx"],
  "features/bookings/plan-backup.tsx": [1, "features/bookings/staff-actions.tsx"],
  "features/bookings/plan-driver.tsx": [1, "features/bookings/staff-actions.tsx"],
  "features/bookings/plan-to.tsx": [1, BY_ITSELF],
  "features/bookings/reassign-driver.tsx": [1, "features/bookings/staff-actions.tsx"],
  "features/bookings/search-again.tsx": [
    1,
    "features/bookings/staff-actions.tsx",
    "features/bookings/row-menu.tsx",
  ],
  "features/bookings/staff-sheet.tsx": [1, "features/bookings/staff-actions.tsx"],
  "features/car-types/car-type-drawer.tsx": [1, "features/car-types/car-types-page.tsx"],
  "features/car-types/car-types-page.tsx": [1, "features/car-types/car-types-page.tsx"],
  "features/chat/chat-sheet.tsx": [1, "features/chat/booking-chat.tsx"],
  "features/dashboard/alerts-drawer.tsx": [1, "features/dashboard/alerts-bell.tsx"],
  "features/people/merge-person.tsx": [1, "features/people/person-page.tsx"],
  "features/desk/message-sheet.tsx": [1, "features/desk/desk-drivers.tsx"],
  "features/desk/offline-sheet.tsx": [1, "features/desk/desk-drivers.tsx"],
  "features/desk/receipts-panel.tsx": [1, "features/desk/desk-drivers.tsx"],
  "features/documents/reject-sheet.tsx": [1, "features/documents/review.tsx"],
  "features/documents/review-panel.tsx": [1, "features/documents/documents-page.tsx"],
  "features/driver/cancel-trip-sheet.tsx": [1, "features/driver/trip-panel.tsx"],
  "features/driver/street-trip-sheet.tsx": [1, "features/driver/street-trip.tsx"],
  "features/driver/unpaid-trips.tsx": [1, "features/driver/unpaid-trips.tsx"],
  "features/inbox/inbox-drawer.tsx": [1, "features/inbox/inbox-bell.tsx"],
  "features/languages/add-dialog.tsx": [1, "features/languages/languages-page.tsx"],
  "features/languages/import-dialog.tsx": [1, "features/languages/translations-editor.tsx"],
  "features/languages/json-dialog.tsx": [1, "features/languages/languages-page.tsx"],
  "features/languages/languages-page.tsx": [2, "features/languages/languages-page.tsx"],
  "features/payment-accounts/credentials-dialog.tsx": [
    1,
    "features/payment-accounts/provider-card.tsx",
  ],
  "features/payouts/add-to-wallet-page.tsx": [1, BY_ITSELF],
  "features/payouts/files-dialog.tsx": [1, "features/payouts/withdraws-page.tsx"],
  "features/payouts/person-fees.tsx": [1, "features/payouts/person-fees.tsx"],
  "features/payouts/process-sheet.tsx": [
    1,
    "features/payouts/withdraws-page.tsx",
    "features/payouts/files-dialog.tsx",
  ],
  "features/payouts/reject-sheet.tsx": [1, "features/payouts/withdraws-page.tsx"],
  "features/people/delete-person.tsx": [
    1,
    "features/people/people-page.tsx",
    "features/people/person-page.tsx",
  ],
  "features/people/document-action.tsx": [1, "features/people/document-card.tsx"],
  "features/people/import-dialog.tsx": [1, "features/people/people-page.tsx"],
  "features/people/person-form.tsx": [
    1,
    "features/people/people-page.tsx",
    "features/people/person-page.tsx",
  ],
  "features/people/person-passkeys.tsx": [1, "features/people/person-passkeys.tsx"],
  "features/people/reset-two-factor.tsx": [1, "features/people/person-page.tsx"],
  "features/profile/address-row.tsx": [1, "features/profile/address-row.tsx"],
  "features/profile/delete-account-sheet.tsx": [1, "features/profile/your-data-card.tsx"],
  "features/profile/email-sheet.tsx": [1, "features/profile/contact-row.tsx"],
  "features/profile/remove-passkey-sheet.tsx": [1, "features/profile/passkey-row.tsx"],
  "features/profile/everywhere-sheet.tsx": [1, "features/profile/sessions-card.tsx"],
  "features/profile/mobile-sheet.tsx": [1, "features/profile/contact-row.tsx"],
  "features/profile/photo-sheet.tsx": [1, BY_ITSELF],
  "features/profile/push-sheet.tsx": [1, "features/profile/push-card.tsx"],
  "features/profile/remove-photo-sheet.tsx": [1, "features/profile/photo-editor.tsx"],
  "features/promos/promo-drawer.tsx": [1, "features/promos/promos-page.tsx"],
  "features/promos/promos-page.tsx": [1, "features/promos/promos-page.tsx"],
  "features/ranks/delete-sheet.tsx": [1, "features/ranks/ranks-page.tsx"],
  "features/ranks/queue-panel.tsx": [1, "features/ranks/ranks-page.tsx"],
  "features/ranks/rank-form.tsx": [1, "features/ranks/ranks-page.tsx"],
  "features/ranks/remove-sheet.tsx": [1, "features/ranks/queue-panel.tsx"],
  "features/reasons/reason-sheets.tsx": [2, "features/reasons/reasons-page.tsx"],
  "features/requirements/delete-sheet.tsx": [1, "features/requirements/requirements-page.tsx"],
  "features/requirements/requirement-form.tsx": [1, "features/requirements/requirements-page.tsx"],
  "features/safety/share-sheet.tsx": [2, "features/safety/ride-safety.tsx"],
  "features/safety/sos-sheet.tsx": [2, "features/safety/ride-safety.tsx"],
  "features/tariffs/car-types-sheet.tsx": [1, "features/tariffs/periods-card.tsx"],
  "features/tariffs/delete-tariff.tsx": [
    1,
    "features/tariffs/tariffs-page.tsx",
    "features/tariffs/tariff-page.tsx",
  ],
  "features/tariffs/publish-sheet.tsx": [1, "features/tariffs/tariff-page.tsx"],
  "features/tariffs/rule-form.tsx": [
    1,
    "features/tariffs/tariff-page.tsx",
    "features/tariffs/rule-table.tsx",
  ],
  "features/tariffs/zone-form.tsx": [1, "features/tariffs/zones-card.tsx"],
  "features/transactions/refund-sheet.tsx": [1, "features/transactions/transaction-panel.tsx"],
  "features/transactions/transaction-panel.tsx": [1, "features/transactions/transactions-page.tsx"],
  "features/shared-trip/guest-cancel.tsx": [1, "features/shared-trip/guest-trip-panel.tsx"],
  "ui/change-stops.tsx": [
    1,
    "features/trip/trip-stops.tsx",
    "features/bookings/staff-actions.tsx",
    "features/desk/action-bar.tsx",
  ],
  "features/trip/cancel-dialog.tsx": [1, "features/trip/trip-bar.tsx"],
  "features/trip/payment-dialog.tsx": [2, "features/trip/trip-bar.tsx"],
  "features/vehicles/assign-panel.tsx": [1, "features/vehicles/vehicles-page.tsx"],
  "features/vehicles/unassign-sheet.tsx": [1, "features/vehicles/vehicles-page.tsx"],
  "features/vehicles/vehicle-form.tsx": [1, "features/vehicles/vehicles-page.tsx"],
  "features/wallet/top-up-sheet.tsx": [1, "features/wallet/wallet-page.tsx"],
  "features/wallet/withdraw-sheet.tsx": [1, "features/wallet/wallet-page.tsx"],
  "features/desk/look-menu.tsx": [1, BESIDE_ITS_BUTTON],
  "ui/document-form.tsx": [
    1,
    "features/people/documents.tsx",
    "features/vehicles/vehicles-page.tsx",
  ],
  "ui/document-viewer.tsx": [
    1,
    "features/people/document-card.tsx",
    "features/documents/document-photo.tsx",
  ],
  "ui/export/export-dialog.tsx": [
    1,
    "ui/data-table/list-tools.tsx",
    "features/wallet/wallet-history.tsx",
    "features/payouts/add-to-wallet-page.tsx",
  ],
  "ui/leave-guard.tsx": [1, BY_ITSELF],
  "ui/no-show.tsx": [1, "ui/no-show.tsx"],
  "ui/data-table/edit-confirm.tsx": [1, "features/people/person-card.tsx"],
  "ui/data-table/look-menu.tsx": [1, BESIDE_ITS_BUTTON],
  "ui/data-table/views-menu.tsx": [1, BESIDE_ITS_BUTTON],
  "ui/export/data-export-dialog.tsx": [
    1,
    "features/profile/your-data-card.tsx",
    "features/people/person-page.tsx",
  ],
  "ui/cases/open-case.tsx": [1, "ui/cases/cases-card.tsx"],
  "ui/notes/notes-card.tsx": [1, "ui/notes/notes-card.tsx"],
};

describe("every dialog", () => {
  it("is built from the base components with the focus rule", () => {
    const bare = Object.entries(SOURCES)
      .filter(
        ([path, text]) => !BASES.includes(path) && (FROM_MANTINE.test(text) || OWN.test(text)),
      )
      .map(([path]) => path);
    expect(bare).toEqual([]);
    expect(SOURCES["ui/dialog/modal.tsx"]).toContain("useReturnFocus(props.opened)");
    expect(SOURCES["ui/dialog/drawer.tsx"]).toContain("useReturnFocus(props.opened)");
  });

  it("is listed with its openers", () => {
    const found = Object.entries(SOURCES)
      .filter(([path]) => !BASES.includes(path))
      .map(([path, text]) => [path, text.match(DIALOG)?.length ?? 0])
      .filter(([, count]) => count !== 0);
    const listed = Object.entries(OPENED_BY).map(([path, [count]]) => [path, count]);
    expect(found.sort()).toEqual(listed.sort());
    expect(found.length).toBeGreaterThan(60);
  });

  it("is announced by its openers", () => {
    const openers = new Set(
      Object.values(OPENED_BY)
        .flatMap(([, ...files]) => files)
        .filter((file) => file !== BESIDE_ITS_BUTTON && file !== BY_ITSELF),
    );
    const marked = Object.keys(SOURCES).filter(
      (path) => !BASES.includes(path) && MARKED.test(SOURCES[path] ?? ""),
    );
    expect(marked.sort()).toEqual([...openers].sort());
  });
});
