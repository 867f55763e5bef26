import type { Rolldown } from "vite";

interface Group {
  name: string;
  /** The entry modules of the group; their imports are included, unless an earlier group has them. */
  from: readonly RegExp[];
  /** Also: modules in these folders that one of `by` imports, directly or indirectly. */
  shared?: { by: RegExp; in: RegExp };
}

const SHARED = /\/src\/(?:ui|api|i18n|map|realtime)\//;
const mantine = (...components: string[]) =>
  new RegExp(`/@mantine/core/esm/components/(?:${components.join("|")})/`);

/**
 * The chunks, grouped by who needs the code at the same time. A module belongs to the first group that
 * matches; a module without a group belongs to its page.
 */
const GROUPS: readonly Group[] = [
  { name: "react", from: [/node_modules\/(?:react|react-dom|scheduler|react-router)\//] },
  { name: "first", from: [/\/src\/main\.tsx$/, /vite\/preload-helper/] },
  // The operator's translations load after the page. All languages except English need both.
  { name: "live", from: [/\/src\/i18n\/(?:live|messages)\.ts$/] },
  // Far below the first view of the home page.
  {
    name: "mobile-app",
    from: [
      /\/src\/features\/home\/mobile-app\.tsx$/,
      /\/icons\/Icon(?:BrandApple|BrandGooglePlay)\./,
    ],
  },
  // The booking form, preceded by what it shares with most pages.
  {
    name: "kit",
    from: [
      /\/src\/app\/page-kit\.tsx$/,
      mantine("Button", "Skeleton", "Collapse", "ActionIcon"),
      /\/react-query\/.*useMutation/,
      /\/icons\/Icon(?:ArrowsUpDown|ChevronDown)\./,
    ],
    shared: { by: /\/app\/book-here\.tsx$/, in: SHARED },
  },
  { name: "form", from: [/\/src\/app\/book-here\.tsx$/] },
  // Fields and dialogs, from the visitors' pages on.
  {
    name: "fields",
    from: [
      /\/src\/ui\/(?:guarded|confirm-sheet|side-panel|alert-dialog|toast-host)\.tsx$/,
      /\/@mantine\/(?:core\/esm\/(?:core|utils)|hooks\/esm)\//,
      mantine("Select", "NativeSelect", "TextInput", "PasswordInput", "Popover", "Checkbox"),
      mantine("Radio", "Tabs", "Progress"),
      /\/react-i18next\/.*Trans\./,
      /\/@tabler\/icons-react\/dist\/esm\/icons\//,
    ],
    shared: { by: /\/app\/(?:login-route|register-route|link-routes)\.tsx$/, in: SHARED },
  },
  {
    name: "visitor",
    from: [/\/src\/app\/(?:visitor-routes|login-route|register-route|link-routes)\.tsx$/],
  },
  // The code of all logged-in users: the header, the socket, the inbox, the trip parts of riders and drivers,
  // and the parts of most pages. One script rather than two, because each view would load both.
  {
    name: "own",
    from: [
      /\/src\/features\/trip\/payment-dialog\.tsx$/,
      /\/src\/features\/chat\/use-chat\.ts$/,
      /\/src\/api\/sharing\.ts$/,
      /\/src\/app\/(?:session-live|bookings-route|wallet-route)\.tsx$/,
      /\/src\/app\/shell\/(?:own-tools|account-menu|side-drawer)\.tsx$/,
      /\/src\/features\/inbox\/inbox-bell\.tsx$/,
      /\/src\/ui\/(?:status-badge|phone-link|page-header|record-link|no-show|cancel-labels)\.tsx?$/,
      // Of the booking form, and of trips and bookings whose stops change.
      /\/src\/ui\/(?:places\/(?:stop-fields|stops)|change-stops|stops-price|party\/[\w-]+)\.tsx?$/,
      // Of the chat, and of the page for riders without an account.
      /\/src\/ui\/composer\.tsx$/,
      // Shared by that page and by its payment and receipt, which load later.
      /\/src\/(?:api\/guests|features\/shared-trip\/guest-(?:payment-memory|trip\.module))\./,
      /\/src\/ui\/(?:sound|use-address|use-search-box|use-open-request)\.ts$/,
      /\/src\/(?:realtime\/|api\/(?:sos|dashboard)\.ts|ui\/periods\/days\.ts)/,
      /node_modules\/partysocket\//,
      mantine("Menu", "Badge", "Switch"),
    ],
    shared: {
      by: /\/app\/(?:rider-ride|driver-work)\.tsx$/,
      in: /\/src\/(?:ui|api|app\/ride-chat|app\/ride-safety)/,
    },
  },
  {
    name: "map",
    from: [
      // Not what only the dashboard and the tariff editor draw.
      /\/src\/map\/(?!fleet|clusters|car-shape|sprites|zone-)/,
      // Only 800 bytes: not worth a request of its own.
      /\/src\/features\/dashboard\/fleet-map\.tsx$/,
      /node_modules\/(?:react-leaflet|protomaps-leaflet|@protomaps|pmtiles)\//,
    ],
  },
  // The form of a zone uses them too; shared code would load the map with every page of the back office.
  {
    name: "zones",
    from: [/\/src\/features\/tariffs\/zones-map\.tsx$/, /\/src\/map\/zone-shapes\.tsx$/],
  },
  {
    name: "steps",
    from: [/\/src\/features\/booking\/(?:booking-steps|stop-fields|party-field)\.tsx$/],
  },
  {
    name: "back-office",
    from: [
      /\/src\/app\/shell\/admin-shell\.tsx$/,
      /\/src\/app\/(?:admin-route|staff-area)\.tsx$/,
      /\/src\/features\/dashboard\/alerts-bell\.tsx$/,
    ],
  },
];

/** The table of all lists, with the bookings that all roles list: riders load one script for both. */
const TABLE = [
  /\/src\/ui\/data-table\/(?!filter-panel)/,
  /\/src\/features\/bookings\/bookings-page\.tsx$/,
];
const isTable = (id: string) => TABLE.some((part) => part.test(id));
/** What the page and the board's panel for an admin's booking share; it needs the whole booking form. */
const isAddBooking = (id: string) => /\/src\/features\/booking\//.test(id);

/** The groups for Rolldown: those above, then shared code, then the table and an admin's booking. */
export const groups: Rolldown.CodeSplittingGroup[] = [
  ...GROUPS.map(({ name, from, shared }, place) => ({
    name: (id: string, graph: Rolldown.ChunkingContext) =>
      from.some((part) => part.test(id)) ||
      (shared?.in.test(id) && isImportedBy(shared.by, id, graph))
        ? name
        : null,
    priority: GROUPS.length - place + 1,
  })),
  {
    name: (id) => (isTable(id) || isAddBooking(id) ? null : "pages"),
    minShareCount: 2,
    priority: 1,
  },
  { name: (id) => (isTable(id) ? "table" : null), priority: 0 },
  { name: (id) => (isAddBooking(id) ? "add-booking" : null), minShareCount: 2, priority: 0 },
];

const known = new Map<RegExp, Map<string, boolean>>();

/** Returns whether the pattern matches a module or one of its importers, direct or indirect. */
function isImportedBy(pattern: RegExp, id: string, graph: Rolldown.ChunkingContext): boolean {
  const answers = known.get(pattern) ?? new Map<string, boolean>();
  known.set(pattern, answers);
  const before = answers.get(id);
  if (before !== undefined) return before;
  answers.set(id, pattern.test(id));
  const imported =
    pattern.test(id) ||
    (graph.getModuleInfo(id)?.importers ?? []).some((by) => isImportedBy(pattern, by, graph));
  answers.set(id, imported);
  return imported;
}
