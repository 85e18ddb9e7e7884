import { posix } from "node:path";

/** Where the sources are on GitHub. */
export const REPOSITORY = "https://github.com/kioku-memory/kioku";

/** The playgrounds of the studio: a page of the site that VitePress does not make. */
export const PLAYGROUND = "/playground/";

/** The file that the playgrounds are made of, to which pages of the repository link. */
const PLAYGROUND_SOURCE = "packages/studio/playground.html";

/**
 * Pages of the root that the site has. The README has none: its place is taken by the home page.
 */
const ROOT_PAGES: Readonly<Record<string, string>> = {
  "SECURITY.md": "project/security.md",
  "CONTRIBUTING.md": "project/contributing.md",
  "RELIABILITY.md": "project/reliability.md",
};

/** Folders with a README that is a page, each as the page that it becomes. */
const README_PAGES: Readonly<Record<string, string>> = {
  "docs/README.md": "guide/index.md",
  "bench/README.md": "project/bench.md",
  "examples/README.md": "project/examples.md",
  "torture/README.md": "project/torture.md",
};

/**
 * The page of the site that a file of the repository becomes; nothing for a file that is no page.
 */
export function sitePath(source: string): string | undefined {
  if (source === PLAYGROUND_SOURCE) return "playground/index.md";
  const known = ROOT_PAGES[source] ?? README_PAGES[source];
  if (known !== undefined) return known;
  const { name } = /^packages\/(?<name>[^/]+)\/README\.md$/u.exec(source)?.groups ?? {};
  if (name !== undefined) return `packages/${name}.md`;
  if (!source.startsWith("docs/") || posix.extname(source) !== ".md") return undefined;
  if (posix.basename(source) === "CHANGELOG.md") return undefined;
  return posix
    .normalize(source.slice("docs/".length))
    .replace(/(?<folder>^|\/)README\.md$/u, "$<folder>index.md");
}

/** The address of a page within the site, such as `/guide/recall`. */
export function siteAddress(page: string): string {
  return `/${page.replace(/\.md$/u, "").replace(/(?<folder>^|\/)index$/u, "$<folder>")}`;
}
