import type { RememberInput } from "../../api/inputs.js";
import {
  checkEmotion,
  checkIds,
  checkJson,
  checkJsonObject,
} from "../../internal/check/check-inputs.js";
import { checkTable, optional, type Checks } from "../../internal/check/check-options.js";
import {
  checkBoolean,
  checkInstant,
  checkMembers,
  checkNumber,
  checkOneOf,
  checkText,
  invalidInput,
} from "../../internal/check/check.js";
import { MAX_CONTENT_LENGTH, MAX_NAME_LENGTH, MAX_TTL_MS } from "../../model/limits.js";
import { ORIGINS, TEXT_FORMS } from "../../model/record.js";
import { toStorableText } from "../../text/normalize.js";

const CHECKS: Checks<RememberInput> = {
  content: (value, name) => toStorableText(checkText(value, name, MAX_CONTENT_LENGTH)),
  key: optional(checkKey),
  ifVersion: optional((value, name) => checkNumber(value, name, { min: 0, integer: true })),
  kind: optional(checkName),
  value: optional(checkJson),
  metadata: optional(checkJsonObject),
  thread: optional(checkName),
  origin: optional((value, name) => checkOneOf(value, name, ORIGINS)),
  speaker: optional(checkName),
  form: optional((value, name) => checkOneOf(value, name, TEXT_FORMS)),
  trust: optional(checkShare),
  sources: optional(checkStorableIds),
  importance: optional(checkShare),
  emotion: optional(checkEmotion),
  pinned: optional(checkBoolean),
  occurredAt: optional(checkInstant),
  validFrom: optional(checkInstant),
  validTo: optional(checkInstant),
  supersedes: optional(checkStorableIds),
  ttlMs: optional((value, name) => checkNumber(value, name, { above: 0, max: MAX_TTL_MS })),
  index: optional(checkBoolean),
  idempotencyKey: optional(checkName),
  dedupe: optional(checkDedupe),
};

/** Returns a checked copy of an input, its text as every store can keep it. */
export function checkRememberInput(value: unknown, name: string): RememberInput {
  const given: unknown = typeof value === "string" ? { content: value } : value;
  const result = checkTable<RememberInput>(given, name, CHECKS);
  if (result.validFrom && result.validTo && result.validTo <= result.validFrom) {
    throw invalidInput(`${name}.validTo`, "after validFrom");
  }
  if (result.ifVersion !== undefined && result.key === undefined) {
    throw invalidInput(`${name}.ifVersion`, "absent without a key");
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

function checkStorableIds(value: unknown, name: string): readonly string[] {
  return checkIds(value, name).map(toStorableText);
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
