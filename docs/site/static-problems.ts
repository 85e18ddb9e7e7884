import type { BuiltPage } from "./built-site.ts";

const TAG = /<(?<name>[a-z][a-z\d-]*)(?<attributes>(?:\s+[^\s"'>=]+(?:="[^"]*")?)*)\s*\/?>/giu;
const ATTRIBUTE = /\s(?<name>[a-z-]+)="(?<value>[^"]*)"/giu;

interface Tag {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
}

function tagsOf(html: string): readonly Tag[] {
  return [...html.matchAll(TAG)].map(({ groups }) => ({
    name: (groups?.["name"] ?? "").toLowerCase(),
    attributes: new Map(
      [...(groups?.["attributes"] ?? "").matchAll(ATTRIBUTE)].map((match) => [
        match.groups?.["name"] ?? "",
        (match.groups?.["value"] ?? "").replaceAll("&amp;", "&"),
      ]),
    ),
  }));
}

/** Attributes by which a page loads something. */
const LOADING = ["src", "srcset", "poster", "data", "href", "action"];
/** Also protocol-relative. */
const ELSEWHERE = /^(?:https?:)?\/\//u;

/** Returns the resources that a page loads from other hosts; links to follow are not among them. */
export function foreignReferences(html: string): readonly string[] {
  return foreignIn(tagsOf(html));
}

function foreignIn(tags: readonly Tag[]): readonly string[] {
  return tags
    .filter(({ name }) => name !== "a")
    .flatMap(({ name, attributes }) =>
      LOADING.map((attribute) => attributes.get(attribute) ?? "")
        .filter((value) => ELSEWHERE.test(value))
        .map((value) => `<${name}> ${value}`),
    );
}

interface CheckedPage {
  readonly foreign: readonly string[];
  readonly address: string;
  readonly ids: ReadonlySet<string>;
  readonly links: readonly string[];
}

function checkedPage({ address, html }: BuiltPage): CheckedPage {
  const tags = tagsOf(html);
  const links = tags
    .filter(({ name }) => name === "a")
    .map(({ attributes }) => attributes.get("href"));
  return {
    address,
    foreign: foreignIn(tags),
    ids: new Set(tags.map(({ attributes }) => attributes.get("id") ?? "")),
    links: links.filter((link) => link !== undefined && /^[/#]/u.test(link)) as string[],
  };
}

/** Links within the site that lead to no page, or to no heading of it. */
export function deadLinks(pages: readonly BuiltPage[]): readonly string[] {
  return deadAmong(pages.map(checkedPage));
}

function deadAmong(pages: readonly CheckedPage[]): readonly string[] {
  const byAddress = new Map(pages.map((page) => [page.address, page]));
  const isDead = (page: CheckedPage, link: string): boolean => {
    const [path = "", anchor = ""] = link.split("#");
    const target = path === "" ? page : byAddress.get(decodeURI(path));
    if (target === undefined) return true;
    return anchor !== "" && !target.ids.has(decodeURIComponent(anchor));
  };
  return pages.flatMap((page) =>
    [...new Set(page.links)]
      .filter((link) => isDead(page, link))
      .map((link) => `${page.address}: ${link} leads nowhere`),
  );
}

/** Returns the problems that show without a browser. */
export function staticProblems(pages: readonly BuiltPage[]): readonly string[] {
  const checked = pages.map(checkedPage);
  const foreign = checked.flatMap((page) =>
    page.foreign.map((found) => `${page.address}: ${found} is on another host`),
  );
  return [...foreign, ...deadAmong(checked)];
}
