import type { AnySkill } from "@kioku/core/toolkit";
import { ownJsonSchema } from "@kioku/tools";
import { asSchema, type FlexibleSchema } from "ai";

/** Returns the JSON Schema of a skill's input: of zod by the AI SDK, else the one it brings. */
export function jsonSchemaOf(input: NonNullable<AnySkill["input"]>): object | undefined {
  if (input["~standard"].vendor !== "zod") return ownJsonSchema(input);
  try {
    const known = asSchema(input as FlexibleSchema).jsonSchema;
    return "then" in known ? undefined : known;
  } catch {
    // JSON Schema cannot express some part of it.
    return undefined;
  }
}
