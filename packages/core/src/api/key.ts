import type { StandardSchemaV1 } from "@standard-schema/spec";

import { checkJson } from "../internal/check/check-inputs.js";
import { checkText, describe, invalidInput, wrongInput as wrong } from "../internal/check/check.js";
import { checkSchema, issuePaths, validateBySchema } from "../internal/check/standard-schema.js";
import { MAX_NAME_LENGTH } from "../model/limits.js";
import type { JsonValue } from "../model/record.js";

/** A key whose value has a type, checked on the way in and on the way out. */
export interface Key<T extends JsonValue> {
  /** Key of the entry. */
  readonly name: string;
  /** Says what its value may be. It has to take what it gives. */
  readonly schema: StandardSchemaV1<unknown, T>;
}

/**
 * Defines a key with the type of its value, by any Standard Schema, whose output is stored.
 *
 * ```ts
 * const theme = defineKey("theme", z.enum(["light", "dark"]));
 * await memory.set(theme, "dark");
 * ```
 * @throws `invalid-input` for a name that is blank or too long, and for what is no schema.
 */
export function defineKey<T extends JsonValue>(name: string, schema: Key<T>["schema"]): Key<T> {
  checkText(name, "name", MAX_NAME_LENGTH);
  checkSchema(schema, "schema");
  return Object.freeze({ name, schema });
}

type Given = string | Key<JsonValue>;

/** Returns the key of an entry as text. */
export function keyName(key: Given): string {
  if (typeof key === "string") return key;
  const given: unknown = key;
  if (typeof given !== "object" || given === null) {
    throw invalidInput("key", "a string, or a key made by defineKey", given);
  }
  checkSchema(key.schema, "key.schema");
  return key.name;
}

/** Returns the output of the key's schema, which has to accept it again. @throws `invalid-input` */
export async function valueToStore(key: Given, value: JsonValue): Promise<JsonValue> {
  // Checked before it is resolved to: a value with a `then` would be taken for a promise.
  if (typeof key === "string") return checkJson(value, "value");
  const { name } = key;
  const result = await validate(key, value);
  if (result.issues) {
    throw wrong(
      `value of key ${describe(name)} does not fit its schema${issuePaths(result.issues)}`,
    );
  }
  const again = await validate(key, result.value);
  if (!again.issues) return checkJson(result.value, "value");
  throw wrong(
    `schema of key ${describe(name)} does not accept its own output${issuePaths(again.issues)}, so the value could not be read again: ` +
      "let it accept its own output, or transform before set",
  );
}

/** Returns a stored value as the key's schema has it. @throws `invalid-input` */
export async function storedValue(key: Given, value: JsonValue): Promise<JsonValue> {
  if (typeof key === "string") return value;
  const result = await validate(key, value);
  if (!result.issues) return result.value;
  throw wrong(
    `stored value of key ${describe(key.name)} does not fit its schema${issuePaths(result.issues)}: ` +
      "read it by its plain name and set it anew, or let the schema accept it",
  );
}

function validate(
  { name, schema }: Key<JsonValue>,
  value: JsonValue,
): Promise<StandardSchemaV1.Result<JsonValue>> {
  return validateBySchema(schema, value, `key ${describe(name)}`);
}
