import common from "./ar/common.json";
import entry from "./ar/entry.json";
import home from "./ar/home.json";

/** The texts of the first page, in the first load. The other texts are in `ar-rest.ts`. */
export const first = { ...common, ...home, ...entry };
