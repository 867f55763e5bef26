import common from "./fr/common.json";
import entry from "./fr/entry.json";
import home from "./fr/home.json";

/** The texts of the first page, in the first load. The other texts are in `fr-rest.ts`. */
export const first = { ...common, ...home, ...entry };
