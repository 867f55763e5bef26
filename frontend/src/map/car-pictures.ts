/** Images of car types for the canvas: the operator's own, or the default drawings. */
export class CarPictures {
  private readonly ready = new Map<string, HTMLImageElement>();
  private readonly requested = new Set<string>();
  private readonly drawings: HTMLElement;
  private readonly whenReady: () => void;

  /** `drawings` contains an svg for each kind of car, marked with `data-car`. */
  constructor(drawings: HTMLElement, whenReady: () => void) {
    this.drawings = drawings;
    this.whenReady = whenReady;
  }

  /** Returns the image of `image:<address>` or `icon:<name>`; null while it is loading. */
  find = (key: string, dark: boolean): HTMLImageElement | null => {
    const cacheKey = key.startsWith("image:") ? key : `${key} ${dark}`;
    const known = this.ready.get(cacheKey);
    if (known) return known;
    if (!this.requested.has(cacheKey)) {
      this.requested.add(cacheKey);
      const source = key.startsWith("image:") ? key.slice(6) : this.drawn(key.slice(5), dark);
      if (source) this.load(cacheKey, source);
    }
    return null;
  };

  private load(key: string, source: string): void {
    const image = new Image();
    image.onload = () => {
      this.ready.set(key, image);
      this.whenReady();
    };
    image.src = source;
  }

  /** Returns a drawing of the page as a data URL, with the colours of the scheme inlined. */
  private drawn(icon: string, dark: boolean): string | null {
    const svg =
      this.drawings.querySelector(`[data-car="${CSS.escape(icon)}"] svg`) ??
      this.drawings.querySelector("svg");
    if (!svg) return null;
    const copy = svg.cloneNode(true) as SVGElement;
    copy.setAttribute("width", "160");
    copy.setAttribute("height", "70");
    // Not as an attribute, which the Content-Security-Policy rejects.
    copy.style.color = dark ? "#dfe3ec" : "#171e2c";
    const text = new XMLSerializer()
      .serializeToString(copy)
      .replaceAll("var(--hx-lamp)", "#ffbe38")
      .replaceAll(/stroke-width="[\d.]+"/g, 'stroke-width="6"');
    return `data:image/svg+xml,${encodeURIComponent(text)}`;
  }
}
