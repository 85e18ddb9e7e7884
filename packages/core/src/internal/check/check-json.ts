import { MemoryError } from "../../errors/memory-error.js";
import type { JsonObject, JsonValue } from "../../model/json.js";
import { toStorableText } from "../../text/normalize.js";
import { describe, invalidInput } from "./invalid-input.js";

/** How deep JSON may be nested. */
const MAX_JSON_DEPTH = 16;
/** How many characters JSON may take. */
const MAX_JSON_LENGTH = 1_048_576;

/**
 * A copy of a JSON value that every store can keep: strings well-formed and without NUL, members
 * that are `undefined` left out.
 * @throws `invalid-input` for what is not JSON, is deeper than 16 levels or longer than 1,048,576
 *   characters.
 */
export function checkJson(value: unknown, name: string): JsonValue {
  const copy = copyJson(value, name, 1);
  if (JSON.stringify(copy).length > MAX_JSON_LENGTH) {
    throw invalidInput(name, `at most ${MAX_JSON_LENGTH} characters long as JSON`);
  }
  return copy;
}

/** The same for a value that must be an object. */
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
