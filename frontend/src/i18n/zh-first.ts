import common from "./zh/common.json";
import entry from "./zh/entry.json";
import home from "./zh/home.json";

/** The texts of the first page, in the first load. The other texts are in `zh-rest.ts`. */
export const first = { ...common, ...home, ...entry };
