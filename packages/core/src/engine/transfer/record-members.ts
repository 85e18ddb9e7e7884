import type { RecordId } from "../../contracts/write-op.js";
import { checkEmotion } from "../../internal/check/check-emotion.js";
import { checkJson, checkJsonObject } from "../../internal/check/check-json.js";
import { checkTable, optional } from "../../internal/check/check-table.js";
import type { Checks } from "../../internal/check/check-table.js";
import {
  checkBoolean,
  checkNumber,
  checkOneOf,
  checkText,
  checkTexts,
} from "../../internal/check/check.js";
import { invalidInput } from "../../internal/check/invalid-input.js";
import { MAX_CONTENT_LENGTH, MAX_IDS, MAX_NAME_LENGTH } from "../../model/limits.js";
import { ORIGINS } from "../../model/origins.js";
import type { MemoryRecord, Strength } from "../../model/record.js";
import { toStorableText } from "../../text/normalize.js";
import { checkShare } from "../write/check-remember-input.js";

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

/** The members of a record and of its strength that an export writes, in its order. */
export const RECORD_MEMBERS: readonly string[] = Object.keys(RECORD);
export const STRENGTH_MEMBERS: readonly string[] = Object.keys(STRENGTH);

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
  const ids = checkTexts(value, name, MAX_NAME_LENGTH);
  if (ids.length > MAX_IDS) throw invalidInput(name, `at most ${MAX_IDS} ids`, value);
  return ids.map((id, index) => checkStoredText(id, `${name}[${index}]`));
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
