import { parseYaml } from "./parse-yaml.js";

/** `key: value`, and how far it is indented. */
const FIELD = /^([ \t]*)([\p{L}\p{N}_.-]+):(?:[ \t]+(.*))?$/u;

/**
 * Mends what people often get wrong in frontmatter: a value with a colon and no quotes, or one that
 * begins with a character that means something to YAML; tabs as indentation. Each field that is no
 * YAML by itself gets its value put in quotes.
 */
export function mendYaml(text: string): string {
  const lines = text
    .split("\n")
    .map((line) => line.replace(/^\t+/u, (tabs) => "  ".repeat(tabs.length)));
  return groupFields(lines).map(mendField).join("\n");
}

/** Lines that begin a field, each with the indented and blank lines that follow. */
function groupFields(lines: readonly string[]): readonly (readonly string[])[] {
  const groups: string[][] = [];
  for (const line of lines) {
    const last = groups.at(-1);
    if (last && (line === "" || /^[ \t]/u.test(line))) last.push(line);
    else groups.push([line]);
  }
  return groups;
}

/** A field whose value is in quotes if it was no YAML; a map is mended line by line. */
function mendField(lines: readonly string[]): string {
  const field = lines.join("\n");
  const [first = "", ...rest] = lines;
  const [, indent = "", key = "", value = ""] = FIELD.exec(first) ?? [];
  if (key === "" || parseYaml(field).error === undefined) return field;
  if (value === "") return [first, ...rest.map((line) => mendField([line]))].join("\n");
  const words = [value, ...rest].map((line) => line.trim()).filter((line) => line !== "");
  return `${indent}${key}: ${JSON.stringify(words.join(" "))}`;
}
