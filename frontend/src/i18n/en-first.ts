import common from "./en/common.json";
import entry from "./en/entry.json";
import home from "./en/home.json";

/** The texts of the first page, in the first load. The other texts are in `en-rest.ts`. */
export const first = { ...common, ...home, ...entry };
