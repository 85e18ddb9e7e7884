import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Hand-written pages; typedoc checks the reference that it makes in docs/api. */
const pages = globSync(["*.md", "packages/*/*.md", "{docs,examples,bench,deploy}/**/*.md"], {
  cwd: root,
  exclude: ["**/node_modules/**", "**/dist/**", "docs/api/**"],
}).toSorted();

/** The prose of a page, without its blocks of code. */
function proseOf(page: string): string {
  return readFileSync(join(root, page), "utf8").replaceAll(/^```[\s\S]*?^```/gmu, "");
}

interface Link {
  readonly target: string;
  /** Path of the file, relative to the root. */
  readonly file: string;
  /** Part after `#`; empty without one. */
  readonly anchor: string;
}

/** `[text](target)`, `[name]: target`, and attributes of HTML. */
const TARGET = /(?:\]\(|^\[[^\]]+\]: +|(?:src|href)=")(?<target>[^)\s"]+)/gmu;

/** Links to files of ours, and to headings in them or in the page itself. */
function localLinks(page: string): Link[] {
  return [...proseOf(page).matchAll(TARGET)]
    .map((match) => match.groups?.["target"] ?? "")
    .filter((target) => !/^[a-z]+:/u.test(target))
    .map((target) => {
      const [path = "", anchor = ""] = target.split("#");
      const file = path === "" ? page : join(dirname(page), decodeURIComponent(path));
      return { target, file, anchor };
    });
}

/** The anchors that GitHub gives the headings of a page. */
function anchorsOf(page: string): string[] {
  return [...proseOf(page).matchAll(/^#{1,6} (?<heading>.+)$/gmu)].map(({ groups }) =>
    (groups?.["heading"] ?? "")
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

/** Made with the site and not committed, so that links to it are dead on GitHub. */
const REFERENCE = /^docs[/\\]api(?:[/\\]|$)/u;

function leadsSomewhere({ file, anchor }: Link): boolean {
  if (REFERENCE.test(file) || !existsSync(join(root, file))) return false;
  return anchor === "" || anchorsOf(file).includes(anchor);
}

test.each(pages)("every link to a file or a heading in %s leads somewhere", (page) => {
  const broken = localLinks(page).filter((link) => !leadsSomewhere(link));
  expect(broken.map(({ target }) => target)).toEqual([]);
});
