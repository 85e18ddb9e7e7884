import type { ExportedRecord, ExportedRevision, ExportedRevisions } from "../../api/export-line.js";
import type { RecordHistory, StoredRevision } from "../../contracts/history.js";
import { invalidInput } from "../../internal/check/invalid-input.js";
import { toUnitVector } from "../../internal/unit-vector.js";
import type { JsonObject } from "../../model/json.js";
import { recordToJson } from "../../model/record-json.js";
import type { MemoryRecord } from "../../model/record.js";
import { toStorableText } from "../../text/normalize.js";
import { RECORD_MEMBERS, STRENGTH_MEMBERS } from "./record-members.js";

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
  const strength = pick(json["strength"] as JsonObject, STRENGTH_MEMBERS);
  const ordered = emotion && { emotion: pick(emotion, ["valence", "arousal"]) };
  return pick({ ...json, ...ordered, strength }, RECORD_MEMBERS);
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

/**
 * Parses a unit vector.
 * @throws `invalid-input` unless it is base64 of that many finite numbers, of a length of about 1.
 */
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
