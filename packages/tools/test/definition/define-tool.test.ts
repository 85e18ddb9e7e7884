import { MemoryError } from "@kioku/core";
import { testMemory } from "@kioku/testing/support";
import { expect, test } from "vitest";

import { defineTool } from "../../src/index.js";
import type { ObjectSchema, ToolAnswer, ToolDefinition, ToolSchema } from "../../src/index.js";

type Given = Readonly<Record<string, unknown>>;

const EVENT: ObjectSchema = {
  type: "object",
  properties: {
    summary: { type: "string" },
    actor: { type: "string", enum: ["user", "assistant"] },
    weight: { type: "number", minimum: 0, maximum: 1 },
    isDone: { type: "boolean" },
    steps: { type: "array", items: { type: "string", maxLength: 10 }, minItems: 1, maxItems: 3 },
    note: { type: "string", minLength: 0 },
  },
  required: ["summary", "actor"],
};
const GOOD = { summary: "Tea at noon", actor: "user" };

function toolOf(
  properties: Readonly<Record<string, ToolSchema>>,
  required: readonly string[] = [],
): ToolDefinition<Given> {
  return defineTool<Given, ToolAnswer>({
    name: "keep",
    description: ["Keeps events.", "Use it rarely."],
    properties,
    required,
    run: async (checked) => ({ status: "kept", text: JSON.stringify(checked) }),
  });
}

function eventTool(): ToolDefinition<Given> {
  return toolOf({ items: { type: "array", items: EVENT, minItems: 1 } }, ["items"]);
}

function refusalOf(tool: ToolDefinition<Given>, given: unknown): string {
  try {
    tool.check(given);
  } catch (error) {
    if (MemoryError.is(error, "invalid-input")) return error.message;
    throw error;
  }
  return "";
}

test("a definition has the schema without limits of lengths, and shows no memories unless it says so", () => {
  const { name, description, parameters, showsMemories } = eventTool();
  expect([name, description, showsMemories]).toEqual([
    "keep",
    "Keeps events. Use it rarely.",
    false,
  ]);
  expect(parameters).toEqual({
    type: "object",
    properties: {
      items: {
        type: "array",
        items: {
          type: "object",
          properties: {
            ...EVENT.properties,
            steps: { type: "array", items: { type: "string" } },
            note: { type: "string" },
          },
          required: ["summary", "actor"],
          additionalProperties: false,
        },
      },
    },
    required: ["items"],
    additionalProperties: false,
  });
});

test("what fits the schema is copied without members that are null", () => {
  const full = { ...GOOD, weight: 0.5, isDone: false, steps: ["a", "b"], note: "" };
  const given = { items: [full, { ...GOOD, weight: null, steps: null, note: undefined }] };
  const checked = eventTool().check(given);
  expect(checked).toEqual({ items: [full, GOOD] });
  expect(checked["items"]).not.toBe(given.items);
});

test.each([
  [{}, "keep needs the argument items"],
  [{ items: null }, "keep needs the argument items"],
  ["x", 'keep must be an object, got "x"'],
  [[], "keep must be an object, got a list of 0"],
  [{ items: [GOOD], scope: "bob" }, 'keep has no option "scope"; it takes items'],
  [{ items: [] }, "keep.items must be a list of at least 1 and at most 100 items, got a list of 0"],
  [{ items: Array.from({ length: 101 }, () => GOOD) }, "got a list of 101"],
  [{ items: GOOD }, "keep.items must be a list, got an object"],
  [{ items: [GOOD, null] }, "keep.items[1] must be an object, got null"],
  [{ items: [GOOD, { actor: "user" }] }, "keep.items[1] needs the argument summary"],
  [{ items: [{ ...GOOD, owner: 1 }] }, 'keep.items[0] has no option "owner"'],
  [{ items: [{ ...GOOD, summary: " " }] }, "keep.items[0].summary must be text that is not blank"],
  [{ items: [{ ...GOOD, summary: 7 }] }, "keep.items[0].summary must be a string, got 7"],
  [{ items: [{ ...GOOD, summary: "x".repeat(4_001) }] }, "at most 4000 characters long"],
  [{ items: [{ ...GOOD, actor: "bob" }] }, 'must be one of user, assistant, got "bob"'],
  [{ items: [{ ...GOOD, weight: 2 }] }, "a finite number at least 0 and at most 1, got 2"],
  [{ items: [{ ...GOOD, weight: Number.NaN }] }, "a finite number"],
  [{ items: [{ ...GOOD, isDone: "no" }] }, 'keep.items[0].isDone must be true or false, got "no"'],
  [{ items: [{ ...GOOD, steps: ["a", 1] }] }, "keep.items[0].steps[1] must be a string, got 1"],
  [{ items: [{ ...GOOD, steps: ["a", "b", "c", "d"] }] }, "at least 1 and at most 3 items"],
])("%j is refused in words that say what to change", (given, told) => {
  expect(refusalOf(eventTool(), given)).toContain(told);
});

test("a list with holes and one of lists are refused as any other", () => {
  // oxlint-disable-next-line no-sparse-arrays
  const steps: unknown = [, "b"];
  const given = { items: [{ ...GOOD, steps }] };
  expect(refusalOf(eventTool(), given)).toContain("steps[0] must be a string, got undefined");
  expect(refusalOf(eventTool(), { items: [[GOOD]] })).toContain("items[0] must be an object");
});

test("all arguments of a call together have a limit", () => {
  const text = "x".repeat(4_000);
  const items = Array.from({ length: 70 }, () => ({ ...GOOD, summary: text }));
  expect(refusalOf(eventTool(), { items: items.slice(0, 60) })).toBe("");
  expect(refusalOf(eventTool(), { items })).toBe(
    "the arguments of keep must be at most 262144 characters long",
  );
});

const SECRET = "hunter2";

test.each([
  { secret: [SECRET] },
  { secret: SECRET.repeat(9_000) },
  { secret: "x", sort: SECRET },
  { secret: "x", [SECRET]: 1 },
  { secret: "x", level: SECRET },
  { sort: "low", level: [SECRET] },
  SECRET,
  [SECRET],
])(
  "a tool that takes a secret quotes nothing that it is given, wherever it stands: %j",
  (given) => {
    const tool = toolOf(
      {
        secret: { type: "string", isSecret: true },
        sort: { type: "string", enum: ["low", "high"] },
        level: { type: "integer", minimum: 0, maximum: 9 },
      },
      ["secret"],
    );
    const told = refusalOf(tool, given);
    expect(told).toMatch(/must be|needs the argument/);
    expect(told).not.toContain(SECRET);
  },
);

test("models are not told which argument is a secret, and nested ones count", () => {
  const entry = {
    type: "object",
    properties: { value: { type: "string", isSecret: true } },
  } as const;
  const tool = toolOf({
    items: { type: "array", items: entry },
    to: { type: "string", maxLength: 3 },
  });
  expect(JSON.stringify(tool.parameters)).not.toContain("isSecret");
  expect(refusalOf(tool, { to: SECRET })).toBe("keep.to must be at most 3 characters long");
});

async function run(): Promise<ToolAnswer> {
  return { status: "done", text: "Done." };
}

test("a name that providers refuse and a schema that cannot work fail when they are defined", () => {
  const nameless = { description: [], properties: {}, required: [] };
  expect(() => defineTool({ ...nameless, name: "my tool", run })).toThrow(
    "the name of a tool must",
  );
  expect(() => defineTool({ ...nameless, name: "x".repeat(65), run })).toThrow("1 to 64");
  expect(() => toolOf({}, ["x"])).toThrow("keep.required must be a list of names of properties");
  let deep: ToolSchema = { type: "string" };
  for (let level = 0; level < 6; level += 1) deep = { type: "array", items: deep };
  expect(toolOf({ deep }).parameters.properties).toHaveProperty("deep");
  expect(() => toolOf({ deep: { type: "array", items: deep } })).toThrow("at most 8 levels deep");
  const long = { type: "array", items: { type: "boolean" }, maxItems: 1_001 } as const;
  expect(() => toolOf({ long })).toThrow("keep.long.maxItems must be at most 1000");
});

test("a tool runs with the memory of the call, and the types of its arguments are those of run", async () => {
  const { memory } = testMemory();
  const tool = defineTool({
    name: "note_all",
    description: ["Notes texts."],
    properties: { texts: { type: "array", items: { type: "string" } } },
    required: ["texts"],
    async run({ texts }: { readonly texts: readonly string[] }, call) {
      await call.memory.rememberAll(texts.map((content) => ({ content })));
      return { status: "noted", text: `Noted ${texts.length}.` };
    },
  });
  const checked: { readonly texts: readonly string[] } = tool.check({ texts: ["a", "b"] });
  const answer = await tool.run(checked, { memory, trust: () => 1 });
  expect(answer).toEqual({ status: "noted", text: "Noted 2." });
  expect((await memory.list()).items).toHaveLength(2);
});
