import common from "./ar/common.json";
import entry from "./ar/entry.json";
import home from "./ar/home.json";

/** What the first page needs, in the first load. Everything else is in `ar-rest.ts`. */
export const first = { ...common, ...home, ...entry };
