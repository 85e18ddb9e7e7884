import type { JsonObject, JsonPrimitive, JsonValue } from "@kioku/core";

/** Markdown without its front matter, and the members of that. */
interface FrontMatter {
  readonly metadata: JsonObject;
  readonly body: string;
}

const BLOCK =
  /^---[ \t]*\n(?<yaml>(?:(?!---[ \t]*$|\.\.\.[ \t]*$).*\n){0,200})(?:---|\.\.\.)[ \t]*(?:\n|$)/mu;
const MEMBER = /^(?<name>[\p{L}\p{M}\p{N}_-]{1,100}):(?:[ \t]+(?<value>.*))?$/u;
const ITEM = /^[ \t]*-[ \t]+(?<item>.*)$/u;
const NUMBER = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/u;
const MAX_VALUE = 1_000;

/**
 * Reads the YAML at the beginning of Markdown as far as it is simple: texts, numbers, booleans, and
 * lists of them. Other members are left out.
 */
export function readFrontMatter(markdown: string): FrontMatter {
  const match = markdown.startsWith("---") ? BLOCK.exec(markdown) : null;
  if (match?.index !== 0) return { metadata: {}, body: markdown };
  const metadata = new Map<string, JsonValue>();
  let list: { readonly name: string; readonly items: JsonPrimitive[] } | undefined;
  for (const line of (match.groups?.["yaml"] ?? "").split("\n")) {
    const { item } = ITEM.exec(line)?.groups ?? {};
    const { name, value } = MEMBER.exec(line)?.groups ?? {};
    if (name !== undefined) {
      list = value === undefined || value.trim() === "" ? { name, items: [] } : undefined;
      const read = value === undefined ? undefined : valueOf(value);
      if (read !== undefined && !name.startsWith("__")) metadata.set(name, read);
    } else if (item !== undefined && list !== undefined) {
      const read = scalarOf(item);
      // Items that are objects are not simple.
      if (read === undefined || MEMBER.test(item)) list = undefined;
      else if (!list.name.startsWith("__")) metadata.set(list.name, [...list.items, read]);
      list?.items.push(read ?? null);
    } else if (line.trim() !== "") list = undefined;
  }
  return { metadata: Object.fromEntries(metadata), body: markdown.slice(match[0].length) };
}

function valueOf(text: string): JsonValue | undefined {
  const value = withoutComment(text);
  if (!value.startsWith("[")) return scalarOf(text);
  if (!value.endsWith("]")) return undefined;
  const items = value
    .slice(1, -1)
    .split(",")
    .map((item) => item.trim());
  const read = items.filter((item) => item !== "").map((item) => scalarOf(item));
  return read.every((item) => item !== undefined) ? read : undefined;
}

/** Reads a text, number or boolean; `undefined` for nothing, and for YAML that is not simple. */
function scalarOf(given: string): JsonPrimitive | undefined {
  const text = given.trim();
  const quoted = /^"(?<double>[^"\\]*)"|^'(?<single>[^']*)'/u.exec(text)?.groups;
  if (quoted !== undefined) return quoted["double"] ?? quoted["single"];
  const value = withoutComment(text);
  if (value === "" || value === "~" || value === "null") return undefined;
  if (value === "true" || value === "false") return value === "true";
  if (NUMBER.test(value)) return Number(value);
  return /^[[\]{}|>&*!%@"'`]/u.test(value) || value.length > MAX_VALUE ? undefined : value;
}

function withoutComment(text: string): string {
  return text.replace(/(?:^|\s)#.*$/u, "").trim();
}

const DAY = /(?<![\d-])(?<day>\d{4}-\d\d-\d\d)(?![\d-])/u;
const INSTANT = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/u;

/**
 * Returns the time that a file is about: `date` or `created` of its front matter, or the day in its
 * name, as diaries have it. A day alone is noon in UTC, which is the same day nearly everywhere.
 */
export function dayOf(metadata: JsonObject, file: string | undefined): Date | undefined {
  for (const value of [metadata["date"], metadata["created"]]) {
    const instant = typeof value === "string" && INSTANT.test(value) ? instantOf(value) : undefined;
    if (instant !== undefined) return instant;
  }
  const { day } = DAY.exec(file?.split("/").at(-1) ?? "")?.groups ?? {};
  return day === undefined ? undefined : instantOf(day);
}

function instantOf(text: string): Date | undefined {
  const isDay = text.length === 10;
  const hasZone = /(?:Z|[+-]\d\d:?\d\d)$/u.test(text.slice(10));
  const instant = new Date(isDay ? `${text}T12:00Z` : hasZone ? text : `${text}Z`);
  return Number.isNaN(instant.getTime()) ? undefined : instant;
}
