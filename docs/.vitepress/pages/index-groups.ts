import { siteLink } from "../markdown/source-links.ts";

/** A page that an index lists. */
interface IndexEntry {
  readonly text: string;
  /** Its address within the site. */
  readonly link: string;
}

/** A heading of an index, with what stands under it. */
export interface IndexGroup {
  readonly text: string;
  readonly items: readonly IndexEntry[];
}

const LINK = /\[(?<text>[^\]]+)\]\((?<target>[^)\s]+)\)/gu;

/** Returns the first link of each row of a section's tables, and every link of its other lines. */
function linksOf(section: string): readonly (readonly [text: string, target: string])[] {
  return section.split("\n").flatMap((line) => {
    const links = [...line.matchAll(LINK)].map(
      ({ groups }) => [groups?.["text"] ?? "", groups?.["target"] ?? ""] as const,
    );
    return line.startsWith("|") ? links.slice(0, 1) : links;
  });
}

/**
 * The groups of a page that lists others, such as the index of the guide: its headings of the
 * second level and the pages that are linked below them.
 *
 * @param text - The page.
 * @param source - Its file, relative to the root of the repository.
 */
export function indexGroups(text: string, source: string): readonly IndexGroup[] {
  const [, ...sections] = text.split(/^## /mu);
  return sections
    .map((section) => {
      const [heading = "", ...lines] = section.split("\n");
      const items = linksOf(lines.join("\n"))
        .map(([label, target]) => ({
          text: label.replaceAll("`", ""),
          link: siteLink(target, source),
        }))
        .filter(({ link }) => link.startsWith("/"));
      return { text: heading.trim(), items };
    })
    .filter(({ items }) => items.length > 0);
}
