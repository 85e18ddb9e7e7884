/** Finding the source files of the packages, for the checks that no linter has. */
import { globSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";

import { root } from "./setup.mjs";

/** All files in packages/SOURCE/src, as paths relative to the root, in order, with their text. */
export function sourceFiles() {
  return globSync("packages/*/src/**/*.{ts,tsx}", { cwd: root })
    .map((path) => ({
      path: path.split(sep).join("/"),
      text: readFileSync(join(root, path), "utf8"),
    }))
    .toSorted((one, other) => one.path.localeCompare(other.path));
}

/** Prints what is wrong, one line each, and ends the process accordingly. */
export function report(problems) {
  for (const problem of problems) process.stdout.write(`${problem}\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
