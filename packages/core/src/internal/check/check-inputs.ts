import { MemoryError } from "../../errors/memory-error.js";
import type { CallOptions, WriteOptions } from "../../model/call-options.js";
import { MAX_IDS, MAX_NAME_LENGTH } from "../../model/limits.js";
import type { Emotion, JsonObject, JsonValue } from "../../model/record.js";
import type { Scope } from "../../model/scope.js";
import { toStorableText } from "../../text/normalize.js";
import {
  checkMembers,
  checkNumber,
  checkText,
  checkTexts,
  describe,
  invalidInput,
} from "./check.js";

/** Refuses options other than `signal` and `more`. */
export function checkCallOptions(options: CallOptions, more: readonly string[] = []): void {
  checkMembers(options, "options", ["signal", ...more]);
  if (options.signal !== undefined && !(options.signal instanceof AbortSignal)) {
    throw invalidInput("options.signal", "an AbortSignal", options.signal);
  }
}

/** Refuses options other than `signal`, `actor`, `cause` and `more`. */
export function checkWriteOptions(options: WriteOptions, more: readonly string[] = []): void {
  checkCallOptions(options, ["actor", "cause", ...more]);
  for (const name of ["actor", "cause"] as const) {
    const text = options[name];
    if (text === undefined) continue;
    checkText(text, `options.${name}`, MAX_NAME_LENGTH);
    if (text !== toStorableText(text)) {
      throw invalidInput(`options.${name}`, "well-formed Unicode without NUL");
    }
  }
}

/** Refuses anything but the number of a version, `min` or more; absent: any version will do. */
export function checkIfVersion(ifVersion: unknown, min: 0 | 1): void {
  if (ifVersion !== undefined) checkNumber(ifVersion, "options.ifVersion", { min, integer: true });
}

/** Refuses anything but a list of ids, which must not be too long. */
export function checkIds(value: unknown, name: string): readonly string[] {
  const ids = checkTexts(value, name, MAX_NAME_LENGTH);
  if (ids.length > MAX_IDS) throw invalidInput(name, `at most ${MAX_IDS} ids`, value);
  return ids;
}

/** @throws `invalid-input` if it is no emotion. */
export function checkEmotion(value: unknown, name: string): Emotion {
  checkMembers(value, name, ["valence", "arousal"]);
  const { valence, arousal } = value as Emotion;
  return {
    valence: checkNumber(valence, `${name}.valence`, { min: -1, max: 1 }),
    arousal: checkNumber(arousal, `${name}.arousal`, { min: 0, max: 1 }),
  };
}

const MAX_SCOPE_DEPTH = 32;
const MAX_SCOPE_ELEMENT_LENGTH = 256;

/** Refuses paths that some store could not tell apart. Folds nothing: scopes must stay distinct. */
export function checkScope(path: unknown, scopeName = "scope"): Scope {
  if (!Array.isArray(path)) throw invalidInput(scopeName, "a list of strings", path);
  if (path.length > MAX_SCOPE_DEPTH) {
    throw invalidInput(scopeName, `at most ${MAX_SCOPE_DEPTH} elements deep`, path);
  }
  return path.map((element: unknown, index) => {
    const name = `${scopeName} element ${index}`;
    if (typeof element !== "string") throw invalidInput(name, "a string", element);
    if (element === "") throw invalidInput(name, "a string that is not empty", element);
    if (element.length > MAX_SCOPE_ELEMENT_LENGTH) {
      throw invalidInput(name, `at most ${MAX_SCOPE_ELEMENT_LENGTH} characters long`, element);
    }
    if (!element.isWellFormed() || element.includes("\0")) {
      throw invalidInput(name, "well-formed Unicode without NUL", element);
    }
    return element;
  });
}

const MAX_JSON_DEPTH = 16;
const MAX_JSON_LENGTH = 1_048_576;

/**
 * Copies a JSON value for storage: well-formed strings without NUL, no `undefined` members.
 * @throws `invalid-input` for what is no JSON, deeper than 16 levels or above 1,048,576 characters.
 */
export function checkJson(value: unknown, name: string): JsonValue {
  const copy = copyJson(value, name, 1);
  if (JSON.stringify(copy).length > MAX_JSON_LENGTH) {
    throw invalidInput(name, `at most ${MAX_JSON_LENGTH} characters long as JSON`);
  }
  return copy;
}

/** Copies a JSON object for storage. */
export function checkJsonObject(value: unknown, name: string): JsonObject {
  if (!isPlainObject(value)) throw invalidInput(name, "an object of JSON values", value);
  return checkJson(value, name) as JsonObject;
}

function copyJson(value: unknown, name: string, depth: number): JsonValue {
  if (typeof value === "string") return toStorableText(value);
  if (value === null || typeof value === "boolean") return value;
  if (typeof value === "number" && Number.isFinite(value)) return value;
  if (depth > MAX_JSON_DEPTH) throw invalidInput(name, `at most ${MAX_JSON_DEPTH} levels deep`);
  if (Array.isArray(value)) {
    return Array.from(value, (item, index) => copyJson(item, `${name}[${index}]`, depth + 1));
  }
  if (isPlainObject(value)) return copyObject(value, name, depth);
  throw invalidInput(name, "a JSON value (finite numbers, plain objects and lists)", value);
}

function copyObject(value: object, name: string, depth: number): JsonObject {
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(
    members.map(([key, member]) => {
      if (key === "__proto__") {
        throw new MemoryError("invalid-input", `${name} must not have a member ${describe(key)}`);
      }
      return [toStorableText(key), copyJson(member, `${name}.${key.slice(0, 40)}`, depth + 1)];
    }),
  );
}

function isPlainObject(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
