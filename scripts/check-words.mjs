/**
 * `node scripts/check-words.mjs [PATH...]`: checks the English of comments and errors in all committed
 * TypeScript and JavaScript, or in the given files and folders. A comment opens with a verb or a noun
 * and stays within 100 columns; an error reads `<thing> <problem>`.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { root } from "./setup.mjs";
import { report } from "./source-files.mjs";

const MAX_COLUMNS = 100;
const SOURCES = ["*.ts", "*.mts", "*.mjs"];

const opening =
  /^\s*(?:\/\*\*?|\/\/) (?:@\w+ )?(?:What|Whether|Those|Whoever|Whose|So many|How)\b/u;
const openingBelow = /^\s*\* (?:What|Whether|Those|Whoever|Whose|So many|How)\b/u;
const awkwardError = /must be (?:not|unlike)\b|none of Kioku/u;
const comment = /^\s*(?:\/\/|\/\*|\*)/u;

/** Problems of one line; `before` is the line above it. */
function problemsOf(line, before) {
  const problems = [];
  const isComment = comment.test(line);
  const startsBelow = /^\s*\/\*\*?$/u.test(before) && openingBelow.test(line);
  const continues = /^\s*\/\//u.test(line) && /^\s*\/\//u.test(before);
  if (startsBelow || (!continues && opening.test(line))) {
    problems.push("open the comment with a verb or a noun");
  }
  if (isComment && [...line].length > MAX_COLUMNS && line.trim().split(/\s+/u).length > 3) {
    problems.push(`comment longer than ${MAX_COLUMNS} columns`);
  }
  if (!isComment && awkwardError.test(line)) problems.push("word the error as `<thing> <problem>`");
  return problems;
}

function fileProblems(path) {
  const lines = readFileSync(join(root, path), "utf8").split("\n");
  return lines.flatMap((line, index) =>
    problemsOf(line, lines[index - 1] ?? "").map(
      (problem) => `${path}:${index + 1}: ${problem}: ${line.trim()}`,
    ),
  );
}

function committedFiles(paths) {
  const specs = paths.length === 0 ? SOURCES : paths;
  const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "--", ...specs], {
    cwd: root,
    encoding: "utf8",
  });
  return listed.split("\n").filter((path) => /\.m?[jt]s$/u.test(path));
}

const ownRules = "scripts/check-words.mjs";
const files = committedFiles(process.argv.slice(2)).filter((path) => path !== ownRules);
report(files.flatMap(fileProblems));
