import common from "./de/common.json";
import entry from "./de/entry.json";
import home from "./de/home.json";

/** What the first page needs, in the first load. Everything else is in `de-rest.ts`. */
export const first = { ...common, ...home, ...entry };
