import { invalidInput } from "@kioku/core/toolkit";

import { checkArguments } from "./check-arguments.js";
import type { MemoryToolCall, ToolAnswer, ToolDefinition } from "./tool-definition.js";
import type { ObjectSchema, ToolParameters, ToolSchema } from "./tool-schema.js";

const MAX_ITEMS = 1_000;
const MAX_DEPTH = 8;
/** Names that all providers of models take. */
const NAME = /^[a-zA-Z0-9_-]{1,64}$/;

/** Parts of a tool. */
export interface ToolParts<Arguments, Answer extends ToolAnswer> {
  /** Its name for the model: 1 to 64 letters, digits, `_` and `-`. */
  readonly name: string;
  /** Sentences for the model. */
  readonly description: readonly string[];
  /** Schemas of the arguments by name. */
  readonly properties: ObjectSchema["properties"];
  /** Names of required arguments. */
  readonly required: readonly string[];
  /** True if its answers show memories. @defaultValue `false` */
  readonly showsMemories?: boolean;
  /** Runs the tool with checked arguments, as `run` of the definition. */
  readonly run: (checked: Arguments, call: MemoryToolCall) => Promise<Answer>;
}

/**
 * Defines a tool. Its arguments are checked by the schemas, and take at most 262,144 characters of
 * JSON in all. Models are not told the limits of texts and lists, to save tokens.
 * @throws `invalid-input` for a name or a schema that cannot work.
 */
export function defineTool<Arguments, Answer extends ToolAnswer>(
  parts: ToolParts<Arguments, Answer>,
): ToolDefinition<Arguments, Answer> {
  const { name, description, properties, required, showsMemories = false, run } = parts;
  if (!NAME.test(name)) {
    throw invalidInput("the name of a tool", "1 to 64 letters, digits, _ and -", name);
  }
  const schema: ObjectSchema = structuredClone({ type: "object", properties, required });
  const takesSecrets = holdsSecret(schema);
  return {
    name,
    description: description.join(" "),
    parameters: toldObject(schema, name, 1),
    showsMemories,
    takesSecrets,
    check: (given) => checkArguments(given, schema, { name, takesSecrets }) as Arguments,
    run,
  };
}

/** Checks the schema of an object, and returns it as models are told it. */
function toldObject(schema: ObjectSchema, name: string, depth: number): ToolParameters {
  const { properties, required = [] } = schema;
  for (const member of required) {
    if (!Object.hasOwn(properties, member)) {
      throw invalidInput(`${name}.required`, "a list of names of properties", member);
    }
  }
  const told = Object.entries(properties).map(
    ([member, one]) => [member, toldSchema(one, `${name}.${member}`, depth + 1)] as const,
  );
  return {
    ...schema,
    properties: Object.fromEntries(told),
    required: [...required],
    additionalProperties: false,
  };
}

function toldSchema(schema: ToolSchema, name: string, depth: number): ToolSchema {
  if (depth > MAX_DEPTH) throw invalidInput(name, `at most ${MAX_DEPTH} levels deep`);
  if (schema.type === "object") return toldObject(schema, name, depth);
  if (schema.type === "array") {
    const { minItems: _, maxItems = 0, ...list } = schema;
    if (maxItems > MAX_ITEMS) throw invalidInput(`${name}.maxItems`, `at most ${MAX_ITEMS}`);
    return { ...list, items: toldSchema(schema.items, `${name}[]`, depth + 1) };
  }
  if (schema.type !== "string") return { ...schema };
  const { isSecret: _, minLength: _least, maxLength: _most, ...text } = schema;
  return text.enum ? { ...text, enum: [...text.enum] } : text;
}

function holdsSecret(schema: ToolSchema): boolean {
  if (schema.type === "object") return Object.values(schema.properties).some(holdsSecret);
  if (schema.type === "array") return holdsSecret(schema.items);
  return schema.type === "string" && schema.isSecret === true;
}
