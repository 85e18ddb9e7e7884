import { MemoryError } from "@kioku/core";
import { invalidInput, issuePaths, validateBySchema, type AnySkill } from "@kioku/core/toolkit";

import type { SkillToolsHost } from "./skill-tools-options.js";

/** Input of a skill, as a model is told it. */
export interface SkillInput {
  /** JSON Schema of objects. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Returns the input as it is. @throws `invalid-input` if it does not fit. */
  check(given: unknown): Promise<unknown>;
}

/** Members of a JSON Schema that state which values are allowed. */
type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * Describes the input of a skill. Valid input is passed on untransformed: the runtime applies the
 * schema once. A schema without a JSON Schema admits any object.
 * @throws `invalid-input` for a schema of anything but objects, which no provider takes.
 */
export function skillInput(
  { name, input }: AnySkill,
  jsonSchemaOf: SkillToolsHost["jsonSchemaOf"] = ownJsonSchema,
): SkillInput {
  const subject = `the input of skill "${name}"`;
  const known = input === undefined ? undefined : jsonSchemaOf(input);
  if (known !== undefined && !isOfObjects(known)) {
    throw invalidInput(subject, 'an object, as for every tool; leave it out with "only"');
  }
  // Providers require the type at the top level, where unions do not state it.
  return {
    parameters: { type: "object", ...(typeof known === "object" ? known : {}) },
    async check(given) {
      if (typeof given !== "object" || given === null || Array.isArray(given)) {
        throw invalidInput(subject, "an object");
      }
      const result = input && (await validateBySchema(input, given, subject));
      if (!result?.issues) return given;
      const problem = `${subject} does not fit its schema${issuePaths(result.issues)}`;
      throw new MemoryError("invalid-input", problem);
    },
  };
}

/** Returns the JSON Schema that a schema brings, if it does and every part can be expressed. */
export function ownJsonSchema(input: NonNullable<AnySkill["input"]>): JsonSchema | undefined {
  const { jsonSchema } = input["~standard"] as {
    readonly jsonSchema?: { input?(options: { readonly target: string }): JsonSchema };
  };
  try {
    return jsonSchema?.input?.({ target: "draft-07" });
  } catch {
    // JSON Schema cannot express some part of it.
    return undefined;
  }
}

/** Returns true if a JSON Schema admits objects only, or does not say. */
function isOfObjects(schema: unknown): boolean {
  if (typeof schema !== "object" || schema === null) return schema === true;
  const { type, anyOf, oneOf, allOf } = schema as JsonSchema;
  if (type !== undefined) return type === "object";
  if ("const" in schema || "enum" in schema) return false;
  return [anyOf, oneOf, allOf].flatMap((branches) => branches ?? []).every(isOfObjects);
}
