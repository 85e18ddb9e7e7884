import { MemoryError } from "@kioku/core";
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
import { checkHeaders, isKey, KEY_RULE } from "./check-secrets.js";
import { PROVIDER_NAMES } from "./providers.js";

const MAX_NAME = 200;
const MAX_ID = 500;
const MAX_PREFIX = 2_000;
const MAX_WIDTH = 65_536;
const MAX_COUNT = 1_000_000_000;
const MAX_TIME_MS = 3_600_000;

/** Numbers, with their limits. */
const NUMBERS = {
  dimensions: { min: 1, max: MAX_WIDTH, integer: true },
  maxBatchTokens: { min: 1, max: MAX_COUNT, integer: true },
  maxInputTokens: { min: 1, max: MAX_COUNT, integer: true },
  maxRetries: { min: 0, max: 20, integer: true },
  maxRetryAfterMs: { min: 0, max: MAX_TIME_MS },
  timeoutMs: { min: 1, max: MAX_TIME_MS },
  maxConcurrency: { min: 1, max: 256, integer: true },
} as const;

const FUNCTIONS = ["countTokens", "fetch", "clock", "random", "schedule"] as const;

const NAMES: readonly (keyof OpenAIEmbedderOptions)[] = [
  "model",
  "provider",
  "baseURL",
  "apiKey",
  "dimensions",
  "encoding",
  "maxBatchSize",
  "maxBatchTokens",
  "maxInputTokens",
  "countTokens",
  "truncate",
  "body",
  "prefix",
  "headers",
  "fetch",
  "maxRetries",
  "maxRetryAfterMs",
  "timeoutMs",
  "maxConcurrency",
  "id",
  "profile",
  "normalized",
  "clock",
  "random",
  "schedule",
];

/** Fields that the embedder itself writes into every body. */
const OWN_FIELDS = ["model", "input"];

/**
 * Checks what can be checked of each option by itself.
 * @throws `invalid-input` naming the option, what is allowed and, unless it is a secret, what came.
 */
export function checkOptions(options: OpenAIEmbedderOptions): void {
  checkMembers(options, "openaiEmbedder", NAMES);
  checkText(options.model, "model", MAX_NAME);
  if (options.provider !== undefined) checkOneOf(options.provider, "provider", PROVIDER_NAMES);
  if (options.encoding !== undefined) checkOneOf(options.encoding, "encoding", ["float", "base64"]);
  if (options.id !== undefined) checkText(options.id, "id", MAX_ID);
  for (const name of Object.keys(NUMBERS) as (keyof typeof NUMBERS)[]) {
    if (options[name] !== undefined) checkNumber(options[name], name, NUMBERS[name]);
  }
  for (const name of FUNCTIONS) {
    if (options[name] !== undefined) checkFunction(options[name], name);
  }
  for (const name of ["truncate", "normalized"] as const) {
    if (options[name] !== undefined) checkBoolean(options[name], name);
  }
  const { apiKey } = options;
  if (apiKey !== undefined && typeof apiKey !== "function" && !isKey(apiKey)) {
    throw new MemoryError("invalid-input", `apiKey must be ${KEY_RULE}, or a function`);
  }
  if (options.headers !== undefined) checkHeaders(options.headers, apiKey !== undefined);
  if (options.prefix !== undefined) checkPrefix(options.prefix);
  if (options.body !== undefined) checkBody(options.body);
  if (options.profile !== undefined) checkProfile(options.profile, "profile");
}

function checkPrefix(prefix: object): void {
  checkMembers(prefix, "prefix", ["query", "document"]);
  for (const [purpose, text] of Object.entries(prefix)) {
    const fits = text === undefined || (typeof text === "string" && text.length <= MAX_PREFIX);
    if (!fits) {
      throw invalidInput(`prefix.${purpose}`, `a string of at most ${MAX_PREFIX} characters`, text);
    }
  }
}

function checkBody(body: object): void {
  checkMembers(body, "body", ["always", "query", "document"]);
  for (const [purpose, fields] of Object.entries(body)) {
    if (fields === undefined) continue;
    checkObject(fields, `body.${purpose}`);
    for (const own of OWN_FIELDS) {
      if (!Object.hasOwn(fields, own)) continue;
      throw invalidInput(`body.${purpose}`, `fields other than ${OWN_FIELDS.join(" and ")}`);
    }
    if (!isJson(fields)) throw invalidInput(`body.${purpose}`, "an object of JSON values");
    if (!("late_chunking" in fields) || fields.late_chunking !== true) continue;
    // It joins the inputs of a request to one document, so that vectors would depend on which texts
    // happen to go together.
    throw invalidInput(`body.${purpose}.late_chunking`, "false");
  }
}

function isJson(fields: object): boolean {
  let isWhole = true;
  try {
    JSON.stringify(fields, (_name, value: unknown) => {
      // These would be left out without a word.
      if (typeof value === "function" || typeof value === "symbol") isWhole = false;
      return value;
    });
    return isWhole;
  } catch {
    return false;
  }
}
