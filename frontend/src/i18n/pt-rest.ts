const files = import.meta.glob<object>(["./pt/*.json", "!./pt/common.json", "!./pt/home.json"], {
  eager: true,
  import: "default",
});

/** The Portuguese of every page behind the first; loaded with the first lazy page. */
export const rest: object = Object.assign({}, ...Object.values(files));
