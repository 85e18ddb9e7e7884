import type { SkillTrigger } from "@kioku/core";

import { MAX_EXAMPLE_LENGTH, MAX_EXAMPLES, MAX_NOTE_LENGTH } from "../limits.js";
import { quoted, type FaultReport } from "./fault-report.js";
import type { YamlValue } from "./parse-yaml.js";

/** Reads the author's own fields. Lists become one line per text, other values JSON. */
export function readMetadata(
  value: YamlValue | undefined,
  report: FaultReport,
): Readonly<Record<string, string>> | undefined {
  if (value === undefined) return undefined;
  if (!isMap(value)) {
    // A key without a value is an empty map.
    if (value !== "") report('the field "metadata" must be a map of texts; it is left out');
    return undefined;
  }
  const entries = [...value].map(([key, member]): [string, string] => {
    if (typeof member === "string") return [key, member];
    report(`the field ${quoted(key)} of the metadata must be a text; it is made one`);
    return [key, toText(member)];
  });
  return Object.fromEntries(entries);
}

/** Drops fields that are too long. Long examples are not missed: they are triggers by then. */
export function boundMetadata(
  metadata: Readonly<Record<string, string>>,
  report: FaultReport,
): Readonly<Record<string, string>> {
  const kept = Object.entries(metadata).filter(([key, text]) => {
    if (text.length <= MAX_NOTE_LENGTH) return true;
    if (!EXAMPLE_FIELDS.has(key)) report(tooLong(key));
    return false;
  });
  return Object.fromEntries(kept);
}

/** Describes a field that is left out for its length. */
export function tooLong(key: string): string {
  return `the field ${quoted(key)} must be at most ${MAX_NOTE_LENGTH} characters long; it is left out`;
}

function isMap(value: YamlValue): value is ReadonlyMap<string, YamlValue> {
  return value instanceof Map;
}

function toText(value: YamlValue): string {
  if (Array.isArray(value)) return value.map((item: YamlValue) => toLine(item)).join("\n");
  return toLine(value);
}

function toLine(value: YamlValue): string {
  if (typeof value === "string") return value;
  return JSON.stringify(value, (_, member: unknown) =>
    member instanceof Map ? Object.fromEntries(member as ReadonlyMap<string, unknown>) : member,
  );
}

const WHEN = "kioku-triggers";
const NOT = "kioku-not";

/** Fields of the metadata that hold examples. */
const EXAMPLE_FIELDS: ReadonlySet<string> = new Set([WHEN, NOT]);

/** Makes triggers of the metadata `kioku-triggers` and `kioku-not`, one example per line. */
export function readTriggers(
  metadata: Readonly<Record<string, string>> | undefined,
  report: FaultReport,
): readonly SkillTrigger[] {
  const when = readExamples(metadata, WHEN, report);
  const not = readExamples(metadata, NOT, report);
  if (when.length === 0) {
    if (not.length > 0) report(`"${NOT}" is of no use without "${WHEN}"`);
    return [];
  }
  return [not.length === 0 ? { when } : { when, not }];
}

function readExamples(
  metadata: Readonly<Record<string, string>> | undefined,
  key: string,
  report: FaultReport,
): readonly string[] {
  const text = metadata && Object.hasOwn(metadata, key) ? (metadata[key] ?? "") : "";
  const lines = text.split("\n").map((line) => line.replace(/^\s*-\s/u, "").trim());
  const examples = [...new Set(lines.filter((line) => line !== ""))];
  const fitting = examples
    .filter((example) => example.length <= MAX_EXAMPLE_LENGTH)
    .slice(0, MAX_EXAMPLES);
  if (fitting.length < examples.length) {
    report(
      `"${key}" must be at most ${MAX_EXAMPLES} lines of at most ${MAX_EXAMPLE_LENGTH} characters; the rest is left out`,
    );
  }
  return fitting;
}
