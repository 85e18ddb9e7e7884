import { unusableSkill, type FaultReport } from "./fault-report.js";
import { parseYaml, type ParsedYaml, type YamlValue } from "./parse-yaml.js";

/** Longest frontmatter, in UTF-16 units, and most lines of it: they bound the cost of parsing. */
const MAX_FRONTMATTER = 16_384;
const MAX_LINES = 1_000;

const FENCE = /^---[ \t]*$/u;

/** The two halves of a SKILL.md, with line feeds only. */
interface SplitSource {
  readonly frontmatter: string;
  /** Line of the source at which the frontmatter begins, from 1. */
  readonly line: number;
  /** Text after the frontmatter, without blank lines around it. */
  readonly body: string;
}

/** Splits a SKILL.md. It never guesses the end, since text of the body must not become fields. */
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

export type Fields = ReadonlyMap<string, YamlValue>;

interface ParseFrontmatterOptions {
  /** True if everything that the standard's validator does not read is a fault. */
  readonly strict: boolean;
  readonly report: FaultReport;
}

/** Reads the fields of the frontmatter, and repairs YAML if possible. */
export function parseFrontmatter(
  { frontmatter, line }: SplitSource,
  { strict, report }: ParseFrontmatterOptions,
): Fields {
  const parsed = parseOrRepair(frontmatter, line, report);
  for (const doubt of parsed.doubts) report(doubt);
  if (strict) for (const doubt of parsed.unstrict) report(doubt);
  if (!(parsed.value instanceof Map)) throw unusableSkill("its frontmatter must be a YAML mapping");
  return parsed.value as Fields;
}

function parseOrRepair(text: string, line: number, report: FaultReport): ParsedYaml {
  const parsed = parseYaml(text, line);
  if (parsed.error === undefined) return parsed;
  const problem = `its frontmatter is no YAML: ${parsed.error}`;
  const repaired = parseYaml(repairYaml(text), line);
  if (repaired.error !== undefined) throw unusableSkill(problem);
  report(`${problem}; values that need quotes were read as if they had them`);
  return repaired;
}

const FIELD = /^([ \t]*)([\p{L}\p{N}_.-]+):(?:[ \t]+(.*))?$/u;

/** Repairs common faults of YAML: missing quotes around a value, and tabs as indentation. */
function repairYaml(text: string): string {
  const lines = text
    .split("\n")
    .map((line) => line.replace(/^\t+/u, (tabs) => "  ".repeat(tabs.length)));
  return groupFields(lines).map(repairField).join("\n");
}

/** Groups each line that begins a field with the indented and blank lines below it. */
function groupFields(lines: readonly string[]): readonly (readonly string[])[] {
  const groups: string[][] = [];
  for (const line of lines) {
    const last = groups.at(-1);
    if (last && (line === "" || /^[ \t]/u.test(line))) last.push(line);
    else groups.push([line]);
  }
  return groups;
}

/** Quotes the value of a field that is not YAML. Maps are repaired line by line. */
function repairField(lines: readonly string[]): string {
  const field = lines.join("\n");
  const [first = "", ...rest] = lines;
  const [, indent = "", key = "", value = ""] = FIELD.exec(first) ?? [];
  if (key === "" || parseYaml(field).error === undefined) return field;
  if (value === "") return [first, ...rest.map((line) => repairField([line]))].join("\n");
  const words = [value, ...rest].map((line) => line.trim()).filter((line) => line !== "");
  return `${indent}${key}: ${JSON.stringify(words.join(" "))}`;
}
