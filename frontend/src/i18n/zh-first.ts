import common from "./zh/common.json";
import entry from "./zh/entry.json";
import home from "./zh/home.json";

/** What the first page needs, in the first load. Everything else is in `zh-rest.ts`. */
export const first = { ...common, ...home, ...entry };
