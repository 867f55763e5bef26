import common from "./en/common.json";
import entry from "./en/entry.json";
import home from "./en/home.json";

/** What the first page needs, in the first load. Everything else is in `en-rest.ts`. */
export const first = { ...common, ...home, ...entry };
