import type { ExportedRecord, ExportedRevision, ExportedRevisions } from "../../api/transfer.js";
import type { RecordHistory, StoredRevision } from "../../contracts/history.js";
import {
  checkEmotion,
  checkIds,
  checkJson,
  checkJsonObject,
} from "../../internal/check/check-inputs.js";
import { checkTable, optional, type Checks } from "../../internal/check/check-options.js";
import {
  checkBoolean,
  checkNumber,
  checkOneOf,
  checkText,
  invalidInput,
} from "../../internal/check/check.js";
import { toUnitVector } from "../../internal/unit-vector.js";
import { MAX_CONTENT_LENGTH, MAX_NAME_LENGTH } from "../../model/limits.js";
import { recordToJson } from "../../model/record-json.js";
import type { JsonObject, MemoryRecord, RecordId, Strength } from "../../model/record.js";
import { ORIGINS, TEXT_FORMS } from "../../model/record.js";
import { toStorableText } from "../../text/normalize.js";
import { checkShare } from "../write/check-remember-input.js";

/** Checks of the members of a strength and a record, in the order in which they are written. */
const STRENGTH: Checks<Strength> = {
  stabilityDays: (value, name) => checkNumber(value, name, { above: 0 }),
  uses: (value, name) => checkNumber(value, name, { min: 0, integer: true }),
  lastUsedAt: optional(checkInstantText),
};

const RECORD: Checks<Omit<MemoryRecord, "id" | "scope">> = {
  key: optional(checkKey),
  kind: checkStoredText,
  content: (value, name) => checkStoredText(value, name, MAX_CONTENT_LENGTH),
  value: optional(checkJson),
  metadata: checkJsonObject,
  thread: optional(checkStoredText),
  speaker: optional(checkStoredText),
  form: (value, name) => checkOneOf(value, name, TEXT_FORMS),
  origin: (value, name) => checkOneOf(value, name, ORIGINS),
  trust: checkShare,
  sources: checkSources,
  importance: checkShare,
  emotion: optional(checkEmotion),
  pinned: checkBoolean,
  strength: (value, name) => checkTable(value, name, STRENGTH),
  occurredAt: optional(checkInstantText),
  validFrom: optional(checkInstantText),
  validTo: optional(checkInstantText),
  createdAt: checkInstantText,
  updatedAt: checkInstantText,
  expiresAt: optional(checkInstantText),
  archivedAt: optional(checkInstantText),
  version: checkVersion,
};

/** Returns a record of an export, all of it checked. */
export function checkRecordMembers(value: unknown, name: string, identity: RecordId): MemoryRecord {
  return { ...identity, ...checkTable(value, name, RECORD) };
}

/** Half of what every store can count to, so that as many updates may follow. */
const MAX_VERSION = 1_000_000_000;

/** Refuses anything but the number of a version. */
export function checkVersion(value: unknown, name: string): number {
  return checkNumber(value, name, { min: 1, max: MAX_VERSION, integer: true });
}

function checkKey(value: unknown, name: string): string {
  const key = checkStoredText(value, name);
  if (key !== key.normalize("NFC")) throw invalidInput(name, "in Unicode's normal form NFC");
  return key;
}

function checkSources(value: unknown, name: string): readonly string[] {
  return checkIds(value, name).map((id, index) => checkStoredText(id, `${name}[${index}]`));
}

/** Refuses anything but text as every store keeps it, so that what is read is what was written. */
export function checkStoredText(
  value: unknown,
  name: string,
  maxLength: number = MAX_NAME_LENGTH,
): string {
  const text = checkText(value, name, maxLength);
  if (toStorableText(text) !== text) throw invalidInput(name, "well-formed Unicode without NUL");
  return text;
}

/** Returns the instant that a text says, which has to be as `toISOString` writes it. */
export function checkInstantText(value: unknown, name: string): Date {
  const instant = new Date(typeof value === "string" ? value : Number.NaN);
  if (Number.isNaN(instant.getTime()) || instant.toISOString() !== value) {
    throw invalidInput(name, "an instant in ISO 8601, such as 2026-03-01T12:00:00.000Z", value);
  }
  return instant;
}

/** Makes the line of a record, with members in a fixed order, so that bytes are reproducible. */
export function toExportedRecord(
  { scope, id, revisions, idempotencyKeys, more }: RecordHistory,
  depth: number,
  vectors: Readonly<Record<string, string>> | undefined,
): ExportedRecord {
  return {
    type: "record",
    scope: scope.slice(depth),
    id,
    revisions: revisions.map(toExportedRevision),
    idempotencyKeys,
    ...(vectors && { vectors }),
    ...(more && { more }),
  };
}

/** Makes the line of earlier versions of the record of the line before. */
export function toExportedRevisions(
  { scope, id, revisions, more }: RecordHistory,
  depth: number,
): ExportedRevisions {
  return {
    type: "revisions",
    scope: scope.slice(depth),
    id,
    revisions: revisions.map(toExportedRevision),
    ...(more && { more }),
  };
}

/** Returns true if two versions are exported in the same way. */
export function isSameRevision(a: StoredRevision, b: StoredRevision): boolean {
  return JSON.stringify(toExportedRevision(a)) === JSON.stringify(toExportedRevision(b));
}

function toExportedRevision(revision: StoredRevision): ExportedRevision {
  const { version, change, at, actor, cause, searchable, record } = revision;
  return {
    version,
    change,
    at: at.toISOString(),
    ...(actor === undefined ? {} : { actor: toStorableText(actor) }),
    ...(cause === undefined ? {} : { cause: toStorableText(cause) }),
    searchable,
    ...(record ? { record: toExportedFields(record) } : {}),
  };
}

function toExportedFields(record: MemoryRecord): JsonObject {
  const json = recordToJson(record);
  const emotion = json["emotion"] as JsonObject | undefined;
  const strength = pick(json["strength"] as JsonObject, Object.keys(STRENGTH));
  const ordered = emotion && { emotion: pick(emotion, ["valence", "arousal"]) };
  return pick({ ...json, ...ordered, strength }, Object.keys(RECORD));
}

/** Returns the members that are there, in this order. */
function pick(json: JsonObject, members: readonly string[]): JsonObject {
  const present = members.filter((member) => json[member] !== undefined);
  return Object.fromEntries(present.map((member) => [member, json[member]]));
}

/** Largest deviation from length 1 that is accepted: the rounding of 16-bit floats. */
const TOLERANCE = 1e-3;
/** Rounding of 32-bit floats. A vector this near is left as it is, bit by bit. */
const ROUNDING = 1e-6;

/** Returns a vector as text: little-endian 32-bit floats in base64. */
export function vectorToText(values: Float32Array): string {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeFloatLE(value, index * 4);
  return bytes.toString("base64");
}

/** Parses base64 of a vector. @throws `invalid-input` unless it has that width and length 1. */
export function textToVector(text: unknown, name: string, dimensions: number): Float32Array {
  const bytes = typeof text === "string" ? Buffer.from(text, "base64") : undefined;
  if (bytes?.length !== dimensions * 4 || bytes.toString("base64") !== text) {
    throw invalidInput(name, `${dimensions} little-endian 32-bit floats in base64`);
  }
  const values = new Float32Array(dimensions);
  let squares = 0;
  for (let index = 0; index < dimensions; index += 1) {
    const value = bytes.readFloatLE(index * 4);
    values[index] = value;
    squares += value * value;
  }
  const distance = Math.abs(Math.sqrt(squares) - 1);
  const unit = distance <= ROUNDING ? values : toUnitVector(values);
  // Not a number is at no distance.
  if (!unit || !(distance <= TOLERANCE)) {
    throw invalidInput(name, "a vector of finite numbers and of length 1");
  }
  return unit;
}
