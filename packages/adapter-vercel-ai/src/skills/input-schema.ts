import type { JsonValue } from "@kioku/core";
import { invalidInput, placesOf, validateBySchema } from "@kioku/core/toolkit";
import type { AnySkill } from "@kioku/core/toolkit";
import { asSchema, jsonSchema } from "ai";
import type { FlexibleSchema, Schema } from "ai";

/** What a schema library calls itself, and how it says what it takes as JSON Schema, if it can. */
interface StandardProperties {
  readonly vendor: string;
  readonly jsonSchema?: unknown;
}

type JsonSchema = Schema["jsonSchema"];

/**
 * Any object: what a model is told of an input that has no schema, or one that cannot be written as
 * JSON Schema.
 */
const ANY_OBJECT = { type: "object" } as const;

/**
 * The input of a skill as the AI SDK takes it. A call with an input that does not fit is told to
 * the model and does not run. What fits is passed on as the model gave it: the runtime has the
 * schema make of it what it makes, once.
 * @throws `invalid-input` for a schema of anything but an object, which no provider takes.
 */
export function inputSchemaOf({ name, input }: AnySkill): Schema<JsonValue> {
  const known = input === undefined ? undefined : jsonSchemaOf(input);
  if (known !== undefined && !isOfObjects(known)) {
    throw invalidInput(
      `the input of skill "${name}"`,
      'an object, as for every tool; leave it out with "only"',
    );
  }
  // Providers want to be told so at the top, where schemas of several shapes do not say it.
  const shown = known && "then" in known ? known : { ...ANY_OBJECT, ...(known as object) };
  return jsonSchema<JsonValue>(shown, {
    async validate(value: unknown) {
      const subject = `the input of skill "${name}"`;
      const result = input && (await validateBySchema(input, value, subject));
      if (!result?.issues) return { success: true, value: value as JsonValue };
      const problem = `${subject} does not fit its schema${placesOf(result.issues)}`;
      return { success: false, error: new Error(problem) };
    },
  });
}

/** Whether all that a JSON Schema takes are objects, or can be: then it does not say. */
function isOfObjects(schema: unknown): boolean {
  if (typeof schema !== "object" || schema === null) return schema === true;
  const { type, anyOf, oneOf, allOf } = schema as Readonly<Record<string, unknown>>;
  if (type !== undefined) return type === "object";
  if ("const" in schema || "enum" in schema) return false;
  return [anyOf, oneOf, allOf].flatMap((branches) => branches ?? []).every(isOfObjects);
}

/** Nothing where the library cannot say. */
function jsonSchemaOf(input: NonNullable<AnySkill["input"]>): JsonSchema | undefined {
  const { vendor, jsonSchema: converter } = input["~standard"] as StandardProperties;
  if (vendor !== "zod" && converter === undefined) return undefined;
  try {
    return asSchema(input as FlexibleSchema).jsonSchema;
  } catch {
    // It has parts that JSON Schema has no words for.
    return undefined;
  }
}
