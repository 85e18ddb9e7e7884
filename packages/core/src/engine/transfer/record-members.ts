import { checkEmotion, checkJson, checkJsonObject } from "../../internal/check/check-inputs.js";
import {
  checkBoolean,
  checkMembers,
  checkNumber,
  checkOneOf,
  checkText,
  checkTexts,
  invalidInput,
} from "../../internal/check/check.js";
import { MAX_CONTENT_LENGTH, MAX_IDS, MAX_NAME_LENGTH } from "../../model/limits.js";
import { ORIGINS } from "../../model/record.js";
import type { MemoryRecord, Strength } from "../../model/record.js";
import { toStorableText } from "../../text/normalize.js";
import { checkShare } from "../write/check-remember-input.js";

type Member = Exclude<keyof MemoryRecord, "id" | "scope">;

/** The check of each member of an exported record, in the order in which they are written. */
const CHECKS: { readonly [M in Member]-?: (value: unknown, name: string) => unknown } = {
  key: checkKey,
  kind: checkNameText,
  content: (value, name) => checkStoredText(value, name, MAX_CONTENT_LENGTH),
  value: checkJson,
  metadata: checkJsonObject,
  thread: checkNameText,
  origin: (value, name) => checkOneOf(value, name, ORIGINS),
  trust: checkShare,
  sources: checkSources,
  importance: checkShare,
  emotion: checkEmotion,
  pinned: checkBoolean,
  strength: checkStrength,
  occurredAt: checkInstantText,
  validFrom: checkInstantText,
  validTo: checkInstantText,
  createdAt: checkInstantText,
  updatedAt: checkInstantText,
  expiresAt: checkInstantText,
  archivedAt: checkInstantText,
  version: checkVersion,
};

const OPTIONAL: ReadonlySet<string> = new Set<Member>([
  "key",
  "value",
  "thread",
  "emotion",
  "occurredAt",
  "validFrom",
  "validTo",
  "expiresAt",
  "archivedAt",
]);

/** The members of a record that an export writes, in its order. */
export const RECORD_MEMBERS: readonly Member[] = Object.keys(CHECKS) as readonly Member[];

/**
 * Returns a record of an export, all of it checked.
 * @throws `invalid-input` naming the member, what is allowed and what came.
 */
export function checkRecordMembers(
  value: unknown,
  name: string,
  identity: Pick<MemoryRecord, "scope" | "id">,
): MemoryRecord {
  checkMembers(value, name, RECORD_MEMBERS);
  const given = value as Readonly<Record<string, unknown>>;
  const record: Record<string, unknown> = { ...identity };
  for (const member of RECORD_MEMBERS) {
    if (given[member] === undefined && OPTIONAL.has(member)) continue;
    record[member] = CHECKS[member](given[member], `${name}.${member}`);
  }
  return record as unknown as MemoryRecord;
}

/** Half of what every store can count to, so that as many updates may follow. */
const MAX_VERSION = 1_000_000_000;

/** Refuses anything but the number of a version. */
export function checkVersion(value: unknown, name: string): number {
  return checkNumber(value, name, { min: 1, max: MAX_VERSION, integer: true });
}

function checkKey(value: unknown, name: string): string {
  const key = checkNameText(value, name);
  if (key !== key.normalize("NFC")) throw invalidInput(name, "in Unicode's normal form NFC");
  return key;
}

function checkSources(value: unknown, name: string): readonly string[] {
  const ids = checkTexts(value, name, MAX_NAME_LENGTH);
  if (ids.length > MAX_IDS) throw invalidInput(name, `at most ${MAX_IDS} ids`, value);
  return ids.map((id, index) => checkNameText(id, `${name}[${index}]`));
}

function checkStrength(value: unknown, name: string): Strength {
  checkMembers(value, name, ["stabilityDays", "uses", "lastUsedAt"]);
  const { stabilityDays, uses, lastUsedAt } = value as Readonly<Record<string, unknown>>;
  return {
    stabilityDays: checkNumber(stabilityDays, `${name}.stabilityDays`, { above: 0 }),
    uses: checkNumber(uses, `${name}.uses`, { min: 0, integer: true }),
    ...(lastUsedAt === undefined
      ? {}
      : { lastUsedAt: checkInstantText(lastUsedAt, `${name}.lastUsedAt`) }),
  };
}

/** Refuses anything but text as every store keeps it, so that what is read is what was written. */
function checkStoredText(value: unknown, name: string, maxLength: number): string {
  const text = checkText(value, name, maxLength);
  if (toStorableText(text) !== text) throw invalidInput(name, "well-formed Unicode without NUL");
  return text;
}

/** The same for a short text that names something. */
export function checkNameText(value: unknown, name: string): string {
  return checkStoredText(value, name, MAX_NAME_LENGTH);
}

/** The instant that a text says, which has to be as `toISOString` writes it. */
export function checkInstantText(value: unknown, name: string): Date {
  const instant = new Date(typeof value === "string" ? value : Number.NaN);
  if (Number.isNaN(instant.getTime()) || instant.toISOString() !== value) {
    throw invalidInput(name, "an instant in ISO 8601, such as 2026-03-01T12:00:00.000Z", value);
  }
  return instant;
}
