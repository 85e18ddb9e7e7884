import { unusableSkill } from "./fault-report.js";
import type { FaultReport } from "./fault-report.js";

/**
 * Longest frontmatter, in UTF-16 units, and most lines of it: they bound what it costs to parse.
 */
const MAX_FRONTMATTER = 16_384;
const MAX_LINES = 1_000;

/** A line that opens or closes the frontmatter. */
const FENCE = /^---[ \t]*$/u;

/** The two halves of a SKILL.md, with line feeds only. */
export interface SplitSource {
  /** What is between the two lines of `---`. */
  readonly frontmatter: string;
  /** Line of the source that the frontmatter begins on, from 1. */
  readonly line: number;
  /** What follows, without blank lines around it. */
  readonly body: string;
}

/**
 * Takes a SKILL.md apart. Where the frontmatter ends is never guessed: text of the body must not
 * become fields, nor the reverse.
 */
export function splitFrontmatter(source: string, report: FaultReport): SplitSource {
  if (source.startsWith("\uFEFF")) report("it begins with a byte order mark");
  const lines = source.replace(/^\uFEFF/u, "").split(/\r\n?|\n/u);
  const open = lines.findIndex((line) => line.trim() !== "");
  if (open === -1 || !FENCE.test(lines[open] ?? "")) {
    throw unusableSkill("it must begin with frontmatter, after a line of ---");
  }
  if (open > 0) report("there are blank lines before the frontmatter");
  const close = lines.findIndex((line, index) => index > open && FENCE.test(line));
  if (close === -1) throw unusableSkill("its frontmatter must be closed by a line of ---");
  const frontmatter = lines.slice(open + 1, close).join("\n");
  if (frontmatter.length > MAX_FRONTMATTER || close - open - 1 > MAX_LINES) {
    throw unusableSkill(
      `its frontmatter must be at most ${MAX_FRONTMATTER} characters and ${MAX_LINES} lines long, got ${frontmatter.length} and ${close - open - 1}`,
    );
  }
  const body = lines.slice(close + 1);
  const start = body.findIndex((line) => line.trim() !== "");
  return {
    frontmatter,
    line: open + 2,
    body: start === -1 ? "" : body.slice(start).join("\n").trimEnd(),
  };
}
