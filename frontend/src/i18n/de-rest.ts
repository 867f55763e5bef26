const files = import.meta.glob<object>(["./de/*.json", "!./de/common.json", "!./de/home.json"], {
  eager: true,
  import: "default",
});

/** The German of every page behind the first; loaded with the first lazy page. */
export const rest: object = Object.assign({}, ...Object.values(files));
