/** What the pointer does on the map of a zone. */
export const TOOLS = ["polygon", "rectangle", "circle", "select", "delete"] as const;
export type Tool = (typeof TOOLS)[number];
