import { extname } from "node:path";

import { FORMATS, type Format } from "../../table/move-commands.js";
import { detectJson } from "./detect-json.js";
import { unfitFile } from "./read-text.js";
import type { Source } from "./source.js";

/** The format of a text, and its JSON if it is some. */
export interface Detected {
  readonly format: Format;
  /** The document, or the list of the values of its lines. */
  readonly json?: unknown;
}

/** Says why a file is left out. */
export interface Ignored {
  readonly ignored: string;
}

const MARKDOWN: ReadonlySet<string> = new Set([".md", ".markdown", ".mdx"]);
const TEXT: ReadonlySet<string> = new Set([".txt", ".text", ""]);
const HINT = `name it with --format: ${FORMATS.join(", ")}`;

/** Tests if a file is an export of Kioku, by its first line. */
export function isKiokuExport(head: Buffer): boolean {
  const line =
    head
      .toString("utf8")
      .replace(/^\uFEFF/u, "")
      .split("\n")[0] ?? "";
  const header = parseJson(line) as { readonly type?: unknown; readonly format?: unknown } | null;
  return header?.type === "header" && header.format === "kioku";
}

/** Finds the format of a text by its content. @throws `CliError` if it is unknown. */
export function detectFormat(text: string, source: Source): Detected | Ignored {
  const { name } = source;
  const extension = extname(source.file ?? "").toLowerCase();
  const isJsonName = /^\.(?:json|jsonl|ndjson)$/u.test(extension);
  const json = /^\s*[[{]/u.test(text) ? readJson(text) : undefined;
  if (json !== undefined || isJsonName) {
    if (json === undefined) throw unfitFile(`${name} is not JSON`);
    return fromJson(json, source);
  }
  if (MARKDOWN.has(extension)) return { format: "markdown" };
  if (TEXT.has(extension)) return { format: looksLikeMarkdown(text) ? "markdown" : "text" };
  throw unfitFile(`the format of ${name} is unknown`, HINT);
}

/** Returns the value of JSON, or the values of its lines; `undefined` for other texts. */
export function readJson(text: string): unknown {
  const whole = parseJson(text);
  if (whole !== undefined) return whole;
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const values: unknown[] = [];
  for (const line of lines) {
    const value = parseJson(line);
    if (value === undefined) return undefined;
    values.push(value);
  }
  return values.length > 1 ? values : undefined;
}

function fromJson(json: unknown, { name, isNamed }: Source): Detected | Ignored {
  const [format, ...others] = detectJson(json);
  if (format === "empty") return { ignored: "empty" };
  if (format === "part") return { ignored: "part of another document" };
  if (format !== undefined && others.length === 0) return { format, json };
  // Exports are folders with many other files.
  if (!isNamed) return { ignored: "JSON of no known format" };
  const problem = format === undefined ? "unknown" : `ambiguous: ${[format, ...others].join(", ")}`;
  throw unfitFile(`the format of ${name} is ${problem}`, HINT);
}

function looksLikeMarkdown(text: string): boolean {
  return /^(?:---\n| {0,3}#{1,6} \S)/mu.test(text.slice(0, 100_000));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
