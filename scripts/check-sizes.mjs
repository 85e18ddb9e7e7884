/** Checks the sources of the packages: small files, kebab-case names. */
import { report, sourceFiles } from "./source-files.mjs";

const maxLines = 250;
const kebabCase = /^[a-z0-9]+(?:-[a-z0-9]+)*$/u;

const problems = sourceFiles().flatMap(({ path, text }) => {
  const found = [];
  const lines = text.replace(/\n$/u, "").split("\n").length;
  if (lines > maxLines) found.push(`${path}: ${lines} lines, at most ${maxLines} are allowed`);
  const [, , , ...names] = path.replace(/(?:\.generated)?\.tsx?$/u, "").split("/");
  for (const name of names) {
    if (!kebabCase.test(name)) found.push(`${path}: "${name}" is not in kebab-case`);
  }
  return found;
});

report(problems);
