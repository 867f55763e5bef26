import common from "./fr/common.json";
import entry from "./fr/entry.json";
import home from "./fr/home.json";

/** What the first page needs, in the first load. Everything else is in `fr-rest.ts`. */
export const first = { ...common, ...home, ...entry };
