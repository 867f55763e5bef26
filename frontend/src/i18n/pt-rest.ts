const files = import.meta.glob<object>(
  ["./pt/*.json", "!./pt/{booking,common,entry,errors,fare,home}.json"],
  { eager: true, import: "default" },
);

/** The Portuguese of every page behind the home page; loaded with the first of them. */
export const rest: object = Object.assign({}, ...Object.values(files));
