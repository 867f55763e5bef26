import common from "./hi/common.json";
import entry from "./hi/entry.json";
import home from "./hi/home.json";

/** The texts of the first page, in the first load. The other texts are in `hi-rest.ts`. */
export const first = { ...common, ...home, ...entry };
