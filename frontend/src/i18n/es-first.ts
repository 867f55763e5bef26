import common from "./es/common.json";
import entry from "./es/entry.json";
import home from "./es/home.json";

/** The texts of the first page, in the first load. The other texts are in `es-rest.ts`. */
export const first = { ...common, ...home, ...entry };
