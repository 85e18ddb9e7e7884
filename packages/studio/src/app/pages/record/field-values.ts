import type { MemoryRecord } from "@kioku/core";

import type { Sent } from "../../../wire/sent.js";
import { dateTime, number } from "../../words/format.js";
import { nameOf } from "../../words/memory-words.js";
import { words } from "./words.js";

type FieldName = keyof ReturnType<typeof words>["fieldNames"];

const FIELDS: readonly FieldName[] = [
  "kind",
  "origin",
  "speaker",
  "thread",
  "key",
  "form",
  "importance",
  "trust",
  "emotion",
  "pinned",
  "occurredAt",
  "validFrom",
  "validTo",
  "createdAt",
  "updatedAt",
  "archivedAt",
  "expiresAt",
  "version",
  "scope",
  "id",
  "value",
  "metadata",
];
/** Members that every version has another of, or that the history tells itself. */
const OWN_OF_VERSION = new Set<FieldName>(["id", "scope", "createdAt", "updatedAt", "version"]);

/** A field of a memory in words. */
export interface FieldValue {
  readonly name: FieldName;
  readonly text: string;
}

/** Returns the fields of a memory that it has, in words. */
export function fieldValues(record: Sent<MemoryRecord>): readonly FieldValue[] {
  return FIELDS.flatMap((name) => {
    const text = textOf(name, record);
    return text === undefined ? [] : [{ name, text }];
  });
}

/** Returns the fields that differ between two versions, with their texts before and after. */
export function changedFields(
  before: Sent<MemoryRecord>,
  after: Sent<MemoryRecord>,
): readonly { readonly name: FieldName; readonly from: string; readonly to: string }[] {
  return FIELDS.flatMap((name) => {
    const [from = "–", to = "–"] = [textOf(name, before), textOf(name, after)];
    return from === to || OWN_OF_VERSION.has(name) ? [] : [{ name, from, to }];
  });
}

function textOf(name: FieldName, record: Sent<MemoryRecord>): string | undefined {
  const value: unknown = record[name];
  if (value === undefined) return undefined;
  if (name === "scope") return record.scope.length === 0 ? undefined : record.scope.join(" / ");
  if (name === "metadata" && Object.keys(record.metadata).length === 0) return undefined;
  if (name === "emotion") {
    const { valence = 0, arousal = 0 } = record.emotion ?? {};
    return `${number(valence, 2)} · ${number(arousal, 2)}`;
  }
  const isName = name === "kind" || name === "origin";
  const isInstant = name.endsWith("At") || name.startsWith("valid");
  if (typeof value === "boolean") return value ? words().values.yes : words().values.no;
  if (typeof value === "number") return number(value, 2);
  if (typeof value === "string" && isName) return nameOf(value);
  if (typeof value === "string" && isInstant) return dateTime(value);
  return typeof value === "string" ? value : JSON.stringify(value, undefined, 1);
}
