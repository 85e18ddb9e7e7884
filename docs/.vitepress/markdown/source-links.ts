import { posix } from "node:path";

import { REPOSITORY, siteAddress, sitePath } from "../pages/site-path.ts";

/**
 * Files of the repository as their absolute addresses on GitHub name them; package pages need
 * those, for npm shows them, too.
 */
const ON_GITHUB = new RegExp(
  `^(?:${REPOSITORY}/(?:blob|tree)|https://raw\\.githubusercontent\\.com/kioku-memory/kioku)/main/(?<path>[^#]*)(?<anchor>#.*)?$`,
  "u",
);

interface Target {
  /** Relative to the root of the repository. */
  readonly path: string;
  /** With its `#`, or empty. */
  readonly anchor: string;
}

/**
 * The file of the repository that a link of a page leads to; nothing for other hosts and for the
 * page itself.
 */
function targetOf(href: string, source: string): Target | undefined {
  const onGitHub = ON_GITHUB.exec(href)?.groups;
  if (onGitHub !== undefined) {
    return { path: decodeURI(onGitHub["path"] ?? ""), anchor: onGitHub["anchor"] ?? "" };
  }
  if (/^(?:[a-z][a-z\d+.-]*:|#|\/)/u.test(href)) return undefined;
  const [path = "", anchor] = href.split("#");
  return {
    path: posix.join(posix.dirname(source), decodeURI(path)),
    anchor: anchor === undefined ? "" : `#${anchor}`,
  };
}

/** The page of a file, or of a folder that has one. */
function pageOf(path: string): string | undefined {
  const folder = path.replace(/\/$/u, "");
  if (folder === "README.md" || folder === "." || folder === "docs/index.md") return "index.md";
  return sitePath(folder) ?? (posix.extname(folder) === "" ? folderPage(folder) : undefined);
}

function folderPage(folder: string): string | undefined {
  const isPage =
    /^(?:packages\/[^/]+|examples|bench|torture|docs(?:\/decisions|\/api(?:\/.*)?)?)$/u;
  return isPage.test(folder) ? sitePath(`${folder}/README.md`) : undefined;
}

/**
 * Where a link leads on the site: to a page of it, or to the file on GitHub where that is no page.
 *
 * @param href - As the page has it, relative to its file.
 * @param source - The file of the page, relative to the root of the repository.
 */
export function siteLink(href: string, source: string): string {
  const target = targetOf(href, source);
  if (target === undefined) return href;
  const page = pageOf(target.path);
  if (page !== undefined) return `${siteAddress(page)}${target.anchor}`;
  const kind = posix.extname(target.path) === "" ? "tree" : "blob";
  return `${REPOSITORY}/${kind}/main/${encodeURI(target.path)}${target.anchor}`;
}

/**
 * An image of ours as its path relative to the page, also where the page names it by its address on
 * GitHub.
 */
export function imageSource(source: string, page: string): string {
  const path = ON_GITHUB.exec(source)?.groups?.["path"];
  return path === undefined ? source : posix.relative(posix.dirname(page), decodeURI(path));
}
