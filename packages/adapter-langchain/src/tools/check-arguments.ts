import { MemoryError } from "@kioku/core";
import { checkMembers, checkNumber, checkText } from "@kioku/core/adapters";

/** One argument of a tool, as JSON Schema. */
export type ArgumentSchema =
  | {
      readonly type: "string";
      readonly description: string;
      readonly minLength: number;
      readonly maxLength: number;
    }
  | {
      readonly type: "number" | "integer";
      readonly description: string;
      readonly minimum: number;
      readonly maximum: number;
    };

/** The arguments of a tool, as it declares them. */
export interface ArgumentSchemas {
  readonly name: string;
  readonly arguments: Readonly<Record<string, ArgumentSchema>>;
  readonly required: readonly string[];
}

/** Checked arguments. */
export type ToolArguments = Readonly<Record<string, string | number>>;

/**
 * What a model gave as arguments, without the optional ones that it gave as `null`.
 * @throws `invalid-input` in words that a model can act on.
 */
export function checkArguments(given: unknown, schemas: ArgumentSchemas): ToolArguments {
  const { name, arguments: all, required } = schemas;
  checkMembers(given, name, Object.keys(all));
  const values = given as Readonly<Record<string, unknown>>;
  const checked: Record<string, string | number> = {};
  for (const [member, schema] of Object.entries(all)) {
    const value = values[member] ?? undefined;
    if (value === undefined && required.includes(member)) {
      throw new MemoryError("invalid-input", `${name} needs the argument ${member}`);
    }
    if (value !== undefined) checked[member] = checkArgument(value, `${name}.${member}`, schema);
  }
  return checked;
}

function checkArgument(value: unknown, name: string, schema: ArgumentSchema): string | number {
  if (schema.type === "string") return checkText(value, name, schema.maxLength);
  const { minimum: min, maximum: max } = schema;
  return checkNumber(value, name, { min, max, integer: schema.type === "integer" });
}
