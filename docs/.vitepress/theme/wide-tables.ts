/** Words for a table that is wider than its page. */
export interface TableWords {
  /** Name of the region that scrolls. */
  readonly region: string;
}

/** Marks a table by where it goes on: to the left, to the right, or not at all. */
function mark(region: HTMLElement, words: TableWords): void {
  const { scrollLeft, scrollWidth, clientWidth } = region;
  const hidden = scrollWidth - clientWidth;
  region.parentElement?.toggleAttribute("data-more-before", scrollLeft > 1);
  region.parentElement?.toggleAttribute("data-more-after", hidden - scrollLeft > 1);
  if (hidden > 1) {
    region.tabIndex = 0;
    region.setAttribute("role", "region");
    region.setAttribute("aria-label", words.region);
  } else {
    for (const name of ["tabindex", "role", "aria-label"]) region.removeAttribute(name);
  }
}

/**
 * Keeps the tables of a page marked: those that are too wide fade where they go on, and can be
 * scrolled by keyboard.
 *
 * @returns Stops it.
 */
export function markWideTables(page: ParentNode, words: TableWords): () => void {
  const regions = [...page.querySelectorAll<HTMLElement>(".table-scroll > div")];
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) mark(target as HTMLElement, words);
  });
  for (const region of regions) {
    observer.observe(region);
    region.addEventListener("scroll", () => mark(region, words), { passive: true });
  }
  return () => observer.disconnect();
}
