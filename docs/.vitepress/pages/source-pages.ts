import { globSync } from "node:fs";
import { sep } from "node:path";
import { fileURLToPath } from "node:url";

import { sitePath } from "./site-path.ts";

/** The root of the repository. */
export const ROOT: string = fileURLToPath(new URL("../../..", import.meta.url));

/** Every Markdown file of the repository, relative to its root. */
function markdownFiles(): readonly string[] {
  const exclude = ["**/node_modules/**", "**/dist/**"];
  const files = globSync("**/*.md", { cwd: ROOT, exclude });
  return files.map((file) => file.split(sep).join("/")).toSorted();
}

/** The files that are pages of the site, and those that are not. */
export function sourcePages(): { readonly pages: readonly string[]; readonly others: string[] } {
  const files = markdownFiles();
  return {
    pages: files.filter((file) => sitePath(file) !== undefined),
    others: files.filter((file) => sitePath(file) === undefined),
  };
}
