import type { AnySkill } from "@kioku/core/toolkit";
import { ownJsonSchema } from "@kioku/tools";
import { toJsonSchema } from "@langchain/core/utils/json_schema";

/** Returns the JSON Schema of a skill's input: the one it brings, else that of zod by LangChain. */
export function jsonSchemaOf(input: NonNullable<AnySkill["input"]>): object | undefined {
  if (input["~standard"].vendor !== "zod") return ownJsonSchema(input);
  const own = ownJsonSchema(input);
  if (own !== undefined) return own;
  try {
    return toJsonSchema(input as unknown as Parameters<typeof toJsonSchema>[0]);
  } catch {
    // JSON Schema cannot express some part of it.
    return undefined;
  }
}
