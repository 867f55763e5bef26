import common from "./pt/common.json";
import entry from "./pt/entry.json";
import home from "./pt/home.json";

/** The texts of the first page, in the first load. The other texts are in `pt-rest.ts`. */
export const first = { ...common, ...home, ...entry };
