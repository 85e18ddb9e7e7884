import { MemoryError } from "@kioku/core";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";

import { defineTool } from "../../src/index.js";
import type { ToolAnswer, ToolDefinition, ToolSchema } from "../../src/index.js";

const text = fc.constantFrom("", "a", "b", "abc", "abcd");
const NAMES = ["a", "b", "c"] as const;

/** Schemas of any shape, with small limits. */
const { schema } = fc.letrec<{ readonly schema: ToolSchema }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.record({
      type: fc.constant("string" as const),
      minLength: fc.nat({ max: 2 }),
      maxLength: fc.integer({ min: 2, max: 3 }),
    }),
    fc.record({ type: fc.constant("string" as const), enum: fc.constant(["a", "abcd"]) }),
    fc.record({
      type: fc.constantFrom("number" as const, "integer" as const),
      minimum: fc.constant(0),
      maximum: fc.constantFrom(1, 3),
    }),
    fc.record({ type: fc.constant("boolean" as const) }),
    fc.record({
      type: fc.constant("array" as const),
      items: tie("schema"),
      minItems: fc.nat({ max: 1 }),
      maxItems: fc.integer({ min: 1, max: 2 }),
    }),
    fc
      .tuple(fc.dictionary(fc.constantFrom(...NAMES), tie("schema")), fc.boolean())
      .map(([properties, isRequired]) => ({
        type: "object" as const,
        properties,
        required: isRequired ? Object.keys(properties) : [],
      })),
  ),
}));

/** Values that fit a schema, or nearly. */
function valueOf(one: ToolSchema): fc.Arbitrary<unknown> {
  const other = fc.constantFrom<unknown>("abc", 2, 0.5, true, [], {}, ["a"], { a: 1 });
  return fc.oneof({ weight: 9, arbitrary: fitting(one) }, { weight: 1, arbitrary: other });
}

function fitting(one: ToolSchema): fc.Arbitrary<unknown> {
  if (one.type === "string") return text;
  if (one.type === "boolean") return fc.boolean();
  if (one.type === "array") return fc.array(valueOf(one.items), { maxLength: 3 });
  if (one.type !== "object") return fc.constantFrom(-1, 0, 0.5, 1, 2, 3, 4);
  const members = Object.entries(one.properties).map(([name, member]) => [name, valueOf(member)]);
  return fc.record(Object.fromEntries(members) as Record<string, fc.Arbitrary<unknown>>, {
    requiredKeys: [],
  });
}

const cases = schema.chain((argument) =>
  valueOf(argument).map((value) => ({ argument, given: { argument: value } })),
);

/** Allows no members of objects but those that a schema names, as tools do. */
function closed(one: ToolSchema): ToolSchema {
  if (one.type === "array") return { ...one, items: closed(one.items) };
  if (one.type !== "object") return one;
  const members = Object.entries(one.properties).map(([name, member]) => [name, closed(member)]);
  const properties = Object.fromEntries(members) as Record<string, ToolSchema>;
  return { ...one, properties, additionalProperties: false };
}

function checkedBy(tool: ToolDefinition, given: unknown): unknown {
  try {
    return tool.check(given);
  } catch (error) {
    if (MemoryError.is(error, "invalid-input")) return "refused";
    throw error;
  }
}

test("arguments pass exactly if their schema allows them", () => {
  let passed = 0;
  const property = fc.property(cases, ({ argument, given }) => {
    const tool = defineTool<unknown, ToolAnswer>({
      name: "any",
      description: [],
      properties: { argument },
      required: ["argument"],
      run: async () => ({ status: "done", text: "Done." }),
    });
    const required = ["argument"];
    const whole = closed({ type: "object", properties: { argument }, required });
    const { success } = z
      .fromJSONSchema(whole as Parameters<typeof z.fromJSONSchema>[0])
      .safeParse(given);
    passed += success ? 1 : 0;
    expect(checkedBy(tool, given)).toEqual(success ? given : "refused");
  });
  fc.assert(property, { numRuns: 2_000, seed: 29 });
  expect(passed).toBeGreaterThan(200);
});
