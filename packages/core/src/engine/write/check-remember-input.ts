import type { RememberInput } from "../../api/inputs.js";
import { checkEmotion, checkJson, checkJsonObject } from "../../internal/check/check-inputs.js";
import {
  checkBoolean,
  checkInstant,
  checkMembers,
  checkNumber,
  checkOneOf,
  checkText,
  checkTexts,
  invalidInput,
} from "../../internal/check/check.js";
import { MAX_CONTENT_LENGTH, MAX_IDS, MAX_NAME_LENGTH, MAX_TTL_MS } from "../../model/limits.js";
import { ORIGINS } from "../../model/record.js";
import { toStorableText } from "../../text/normalize.js";

type Checks = {
  readonly [Member in keyof RememberInput]-?: (value: unknown, name: string) => unknown;
};

/** The check of each member, which also copies it. Complete by its type. */
const CHECKS: Checks = {
  content: (value, name) => toStorableText(checkText(value, name, MAX_CONTENT_LENGTH)),
  key: checkKey,
  kind: checkName,
  value: checkJson,
  metadata: checkJsonObject,
  thread: checkName,
  origin: (value, name) => checkOneOf(value, name, ORIGINS),
  trust: checkShare,
  sources: checkIds,
  importance: checkShare,
  emotion: checkEmotion,
  pinned: checkBoolean,
  occurredAt: checkInstant,
  validFrom: checkInstant,
  validTo: checkInstant,
  supersedes: checkIds,
  ttlMs: (value, name) => checkNumber(value, name, { above: 0, max: MAX_TTL_MS }),
  index: checkBoolean,
  idempotencyKey: checkName,
  dedupe: checkDedupe,
};

const MEMBERS = Object.keys(CHECKS) as readonly (keyof RememberInput)[];

/**
 * Returns a checked copy of an input, its text as every store can keep it.
 * @throws `invalid-input` naming the member, what is allowed and what came.
 */
export function checkRememberInput(value: unknown, name: string): RememberInput {
  const given: unknown = typeof value === "string" ? { content: value } : value;
  checkMembers(given, name, MEMBERS);
  const input = given as Readonly<Record<string, unknown>>;
  const checked: Record<string, unknown> = {};
  for (const member of MEMBERS) {
    const present = input[member] !== undefined || member === "content";
    if (present) checked[member] = CHECKS[member](input[member], `${name}.${member}`);
  }
  const result = checked as unknown as RememberInput;
  if (result.validFrom && result.validTo && result.validTo <= result.validFrom) {
    throw invalidInput(`${name}.validTo`, "after validFrom");
  }
  if (result.key !== undefined && (result.dedupe ?? "off") !== "off") {
    throw invalidInput(`${name}.dedupe`, '"off" with a key, which says which record it is');
  }
  return result;
}

/** Checks a key and returns it in NFC, so that it is found however it was typed. */
export function checkKey(value: unknown, name = "key"): string {
  return checkName(value, name).normalize("NFC");
}

function checkName(value: unknown, name: string): string {
  return toStorableText(checkText(value, name, MAX_NAME_LENGTH));
}

function checkIds(value: unknown, name: string): readonly string[] {
  const ids = checkTexts(value, name, MAX_NAME_LENGTH);
  if (ids.length > MAX_IDS) throw invalidInput(name, `at most ${MAX_IDS} ids`, value);
  return ids.map(toStorableText);
}

function checkDedupe(value: unknown, name: string): RememberInput["dedupe"] {
  if (value === "off" || value === "exact") return value;
  if (typeof value !== "object") {
    throw invalidInput(name, '"off", "exact" or { similarity }', value);
  }
  checkMembers(value, name, ["similarity"]);
  const { similarity } = value as { readonly similarity?: unknown };
  return { similarity: checkNumber(similarity, `${name}.similarity`, { above: 0, max: 1 }) };
}

/** Checks a number from 0 to 1. */
export function checkShare(value: unknown, name: string): number {
  return checkNumber(value, name, { min: 0, max: 1 });
}
