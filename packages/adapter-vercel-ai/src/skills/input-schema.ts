import type { JsonValue } from "@kioku/core";
import { invalidInput, issuePaths, validateBySchema, type AnySkill } from "@kioku/core/toolkit";
import { asSchema, jsonSchema, type FlexibleSchema, type Schema } from "ai";

/**
 * Returns the input schema of a skill for the AI SDK. The model is told of an input that does not
 * fit, and the skill does not run. Valid input is passed on untransformed: the runtime applies the
 * schema once.
 * @throws `invalid-input` for a schema of anything but objects, which no provider takes.
 */
export function inputSchemaOf({ name, input }: AnySkill): Schema<JsonValue> {
  const subject = `the input of skill "${name}"`;
  const known = input === undefined ? undefined : jsonSchemaOf(input);
  if (known !== undefined && !isOfObjects(known)) {
    throw invalidInput(subject, 'an object, as for every tool; leave it out with "only"');
  }
  // Providers require the type at the top level, where unions do not state it.
  const shown =
    known && "then" in known ? known : { type: "object" as const, ...(known as object) };
  return jsonSchema<JsonValue>(shown, {
    async validate(value: unknown) {
      const result = input && (await validateBySchema(input, value, subject));
      if (!result?.issues) return { success: true, value: value as JsonValue };
      const problem = `${subject} does not fit its schema${issuePaths(result.issues)}`;
      return { success: false, error: new Error(problem) };
    },
  });
}

/** Returns true if a JSON Schema admits objects only, or does not say. */
function isOfObjects(schema: unknown): boolean {
  if (typeof schema !== "object" || schema === null) return schema === true;
  const { type, anyOf, oneOf, allOf } = schema as Readonly<Record<string, unknown>>;
  if (type !== undefined) return type === "object";
  if ("const" in schema || "enum" in schema) return false;
  return [anyOf, oneOf, allOf].flatMap((branches) => branches ?? []).every(isOfObjects);
}

/** Returns nothing if the library has no JSON Schema. */
function jsonSchemaOf(input: NonNullable<AnySkill["input"]>): Schema["jsonSchema"] | undefined {
  const { vendor, jsonSchema: converter } = input["~standard"] as {
    readonly vendor: string;
    readonly jsonSchema?: unknown;
  };
  if (vendor !== "zod" && converter === undefined) return undefined;
  try {
    return asSchema(input as FlexibleSchema).jsonSchema;
  } catch {
    // JSON Schema cannot express some part of it.
    return undefined;
  }
}
