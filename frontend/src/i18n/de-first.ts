import common from "./de/common.json";
import entry from "./de/entry.json";
import home from "./de/home.json";

/** The texts of the first page, in the first load. The other texts are in `de-rest.ts`. */
export const first = { ...common, ...home, ...entry };
