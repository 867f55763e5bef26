import type { Rolldown } from "vite";

interface Group {
  name: string;
  /** Modules that begin the group; what they import comes along, unless an earlier group has it. */
  from: readonly RegExp[];
  /** Besides: modules in these folders that one of `by` imports, directly or through others. */
  shared?: { by: RegExp; in: RegExp };
}

const SHARED = /\/src\/(?:ui|api|i18n|map|realtime)\//;
const mantine = (...components: string[]) =>
  new RegExp(`/@mantine/core/esm/components/(?:${components.join("|")})/`);

/**
 * Which code is sent together: what the same people need at the same time. The first group that a module fits
 * has it. A module that is in none of them goes with its page.
 */
const GROUPS: readonly Group[] = [
  { name: "react", from: [/node_modules\/(?:react|react-dom|scheduler|react-router)\//] },
  { name: "first", from: [/\/src\/main\.tsx$/, /vite\/preload-helper/] },
  // The operator's own translations load after the page. Every language but English needs both.
  { name: "live", from: [/\/src\/i18n\/(?:live|messages)\.ts$/] },
  // Far below the first view of the home page.
  {
    name: "mobile-app",
    from: [
      /\/src\/features\/home\/mobile-app\.tsx$/,
      /\/icons\/Icon(?:BrandApple|BrandGooglePlay)\./,
    ],
  },
  // What the booking form shares with most pages, and then the form itself.
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
  // Fields and dialogs, from the pages of visitors on.
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
  // What everyone has who is logged in: the header, the socket, the inbox, what riders and drivers have on a
  // trip, and the parts of most pages. One script rather than two: each view would load all of them.
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
      /\/src\/map\/(?!fleet|clusters|car-shape|sprites)/,
      // Only 800 bytes: not worth a request of its own.
      /\/src\/features\/dashboard\/fleet-map\.tsx$/,
      /node_modules\/(?:react-leaflet|protomaps-leaflet|@protomaps|pmtiles)\//,
    ],
  },
  { name: "steps", from: [/\/src\/features\/booking\/booking-steps\.tsx$/] },
  {
    name: "office",
    from: [
      /\/src\/app\/shell\/office-shell\.tsx$/,
      /\/src\/app\/office-route\.tsx$/,
      /\/src\/features\/dashboard\/alerts-bell\.tsx$/,
    ],
  },
];

/** The table of every list, with the bookings that everyone lists: riders load one script for both. */
const TABLE = [
  /\/src\/ui\/data-table\/(?!filter-panel)/,
  /\/src\/features\/bookings\/bookings-page\.tsx$/,
];
const isTable = (id: string) => TABLE.some((part) => part.test(id));

/** For Rolldown; after the groups above come the rest of the code that more than one page needs, and the table. */
export const groups: Rolldown.CodeSplittingGroup[] = [
  ...GROUPS.map(({ name, from, shared }, place) => ({
    name: (id: string, graph: Rolldown.ChunkingContext) =>
      from.some((part) => part.test(id)) ||
      (shared?.in.test(id) && isImportedBy(shared.by, id, graph))
        ? name
        : null,
    priority: GROUPS.length - place + 1,
  })),
  { name: (id) => (isTable(id) ? null : "pages"), minShareCount: 2, priority: 1 },
  { name: (id) => (isTable(id) ? "table" : null), priority: 0 },
];

const known = new Map<RegExp, Map<string, boolean>>();

/** Return whether a module is one that the pattern names, or is imported by one, directly or through others. */
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
