import common from "./hi/common.json";
import entry from "./hi/entry.json";
import home from "./hi/home.json";

/** What the first page needs, in the first load. Everything else is in `hi-rest.ts`. */
export const first = { ...common, ...home, ...entry };
