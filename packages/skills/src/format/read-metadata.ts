import { MAX_NOTE_LENGTH } from "../limits.js";
import { quoted, type FaultReport } from "./fault-report.js";
import type { YamlValue } from "./parse-yaml.js";
import { isExampleField } from "./read-triggers.js";

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
    if (!isExampleField(key)) report(tooLong(key));
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
