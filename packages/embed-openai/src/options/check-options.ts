import { MemoryError } from "@kioku/core";
import type { NumberLimits } from "@kioku/core/toolkit";
import {
  checkBoolean,
  checkFunction,
  checkMembers,
  checkNumber,
  checkObject,
  checkOneOf,
  checkProfile,
  checkText,
  invalidInput,
} from "@kioku/core/toolkit";

import type { OpenAIEmbedderOptions } from "../options.js";
import { PROVIDER_NAMES } from "./providers.js";

/** Checks one option that is present; `name` stands in messages. */
type Check = (value: unknown, name: string) => void;

const MAX_PREFIX = 2_000;
const MAX_COUNT = 1_000_000_000;
const MAX_TIME_MS = 3_600_000;
const MAX_SECRET = 16_384;

/** The rule for keys, for messages, which never show the key itself. */
export const KEY_RULE = "1 to 16,384 visible ASCII characters without blanks and line breaks";

/** Headers that the embedder or `fetch` sets. */
const RESERVED = /^(?:content-type|content-length|host|connection|transfer-encoding)$/u;
/** Fields that the embedder writes into every body. */
const OWN_FIELDS = ["model", "input"];

const text = (maxLength: number): Check => {
  return (value, name) => void checkText(value, name, maxLength);
};
const oneOf = (allowed: readonly string[]): Check => {
  return (value, name) => void checkOneOf(value, name, allowed);
};
const number = (limits: NumberLimits): Check => {
  return (value, name) => void checkNumber(value, name, limits);
};
const count = (min: number, max: number): Check => number({ min, max, integer: true });

function refused(message: string): MemoryError {
  return new MemoryError("invalid-input", message);
}

/** Leaves the check to `resolveOptions`, which knows the provider. */
const later: Check = () => undefined;

const CHECKS: Readonly<Record<keyof OpenAIEmbedderOptions, Check>> = {
  model: text(200),
  provider: oneOf(PROVIDER_NAMES),
  baseURL: later,
  apiKey: checkKey,
  dimensions: count(1, 65_536),
  encoding: oneOf(["float", "base64"]),
  maxBatchSize: later,
  maxBatchTokens: count(1, MAX_COUNT),
  maxInputTokens: count(1, MAX_COUNT),
  countTokens: checkFunction,
  truncate: checkBoolean,
  body: checkBody,
  prefix: checkPrefix,
  headers: checkHeaders,
  fetch: checkFunction,
  maxRetries: count(0, 20),
  maxRetryAfterMs: number({ min: 0, max: MAX_TIME_MS }),
  timeoutMs: number({ min: 1, max: MAX_TIME_MS }),
  maxConcurrency: count(1, 256),
  id: text(500),
  profile: checkProfile,
  normalized: checkBoolean,
  clock: checkFunction,
  random: checkFunction,
  schedule: checkFunction,
};

/**
 * Checks each option by itself.
 * @throws `invalid-input` naming the option, the rule and, unless it is a secret, the value.
 */
export function checkOptions(options: OpenAIEmbedderOptions): void {
  const names = Object.keys(CHECKS) as (keyof OpenAIEmbedderOptions)[];
  checkMembers(options, "openaiEmbedder", names);
  for (const name of names) {
    const value = options[name];
    if (value !== undefined || name === "model") CHECKS[name](value, name);
  }
  const twice = Object.keys(options.headers ?? {}).find(
    (name) => name.toLowerCase() === "authorization",
  );
  if (twice !== undefined && options.apiKey !== undefined) {
    const advice = "give one of both: the key goes into authorization";
    throw refused(`apiKey and headers.${twice}; ${advice}`);
  }
}

/** Returns true for a key that can go into a header. Line breaks could add headers. */
export function isKey(value: unknown): value is string {
  return (
    typeof value === "string" && value.length <= MAX_SECRET && /^[\u{21}-\u{7e}]+$/u.test(value)
  );
}

function checkKey(value: unknown): void {
  if (typeof value === "function" || isKey(value)) return;
  throw refused(`apiKey must be ${KEY_RULE}, or a function`);
}

/**
 * Refuses headers that cannot be sent, could add others, or are reserved, and names in two
 * spellings: `fetch` would join both values, and both may be secrets.
 * @throws `invalid-input` naming the header, without its value.
 */
function checkHeaders(headers: unknown): void {
  checkObject(headers, "headers");
  const seen = new Set<string>();
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[\w!#$%&'*+.^`|~-]{1,100}$/u.test(name)) {
      throw refused("headers has a name that no header can have");
    }
    const lower = name.toLowerCase();
    if (RESERVED.test(lower)) throw refused(`headers must not set ${lower}`);
    if (seen.has(lower)) throw refused(`headers has ${lower} twice`);
    seen.add(lower);
    const isText = typeof value === "string" && value.length <= MAX_SECRET;
    if (isText && /^[\t\u{20}-\u{7e}]*$/u.test(value)) continue;
    throw refused(`headers.${name} must be at most 16,384 ASCII characters without line breaks`);
  }
}

function checkPrefix(prefix: unknown): void {
  checkMembers(prefix, "prefix", ["query", "document"]);
  for (const [purpose, value] of Object.entries(prefix as object)) {
    if (value === undefined || (typeof value === "string" && value.length <= MAX_PREFIX)) continue;
    throw invalidInput(`prefix.${purpose}`, `a string of at most ${MAX_PREFIX} characters`, value);
  }
}

function checkBody(body: unknown): void {
  checkMembers(body, "body", ["always", "query", "document"]);
  for (const [purpose, fields] of Object.entries(body as object)) {
    if (fields === undefined) continue;
    checkObject(fields, `body.${purpose}`);
    if (OWN_FIELDS.some((own) => Object.hasOwn(fields, own))) {
      throw invalidInput(`body.${purpose}`, `fields other than ${OWN_FIELDS.join(" and ")}`);
    }
    if (!isJson(fields)) throw invalidInput(`body.${purpose}`, "an object of JSON values");
    if (!("late_chunking" in fields) || fields.late_chunking !== true) continue;
    // It joins the texts of a request, so that vectors would depend on the batch.
    throw invalidInput(`body.${purpose}.late_chunking`, "false");
  }
}

function isJson(fields: object): boolean {
  let isWhole = true;
  try {
    JSON.stringify(fields, (_name, value: unknown) => {
      // JSON leaves these out silently.
      if (typeof value === "function" || typeof value === "symbol") isWhole = false;
      return value;
    });
    return isWhole;
  } catch {
    return false;
  }
}
