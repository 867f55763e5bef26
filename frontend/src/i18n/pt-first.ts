import common from "./pt/common.json";
import entry from "./pt/entry.json";
import home from "./pt/home.json";

/** What the first page needs, in the first load. Everything else is in `pt-rest.ts`. */
export const first = { ...common, ...home, ...entry };
