import common from "./es/common.json";
import entry from "./es/entry.json";
import home from "./es/home.json";

/** What the first page needs, in the first load. Everything else is in `es-rest.ts`. */
export const first = { ...common, ...home, ...entry };
