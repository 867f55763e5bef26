const files = import.meta.glob<object>(["./fr/*.json", "!./fr/common.json", "!./fr/home.json"], {
  eager: true,
  import: "default",
});

/** The French of every page behind the first; loaded with the first lazy page. */
export const rest: object = Object.assign({}, ...Object.values(files));
