import type { Memory } from "@kioku/core";
import { rejection } from "@kioku/testing/support";
import type { MemoryToolCall, ToolDefinition } from "@kioku/tools";
import { generateText, stepCountIs } from "ai";
import type { ToolSet } from "ai";
import { expect, test } from "vitest";

import { definedTools, memoryTools } from "../../src/index.js";
import type { DefinedToolsOptions } from "../../src/index.js";
import { allMessages, callingModel, toldBy } from "../support/calling-model.js";
import type { MadeCall } from "../support/calling-model.js";
import { keepEvents, keepSecret, telling } from "../support/told-tools.js";
import { holds, MEMORIES, wordMemory } from "../support/word-memory.js";

const stopWhen = stepCountIs(10);
const BY_HAND = { toolCallId: "c1", messages: [], context: {} };

/** Returns what a model was told of its calls, one after the other. */
async function toldOf(tools: ToolSet, calls: readonly MadeCall[]): Promise<readonly string[]> {
  const model = callingModel(calls.map((call) => [call]));
  await generateText({ model, tools, stopWhen, prompt: "Go." });
  const told = toldBy(model.doGenerateCalls.at(-1)?.prompt ?? []);
  return told.map(({ output }) => JSON.stringify(output));
}

test("a model is sent the schema of a tool, without limits of lengths", async () => {
  const model = callingModel([]);
  const tools = definedTools(wordMemory(), [keepEvents()]);
  await generateText({ model, tools, prompt: "Go." });
  expect(model.doGenerateCalls[0]?.tools).toMatchObject([
    {
      name: "keep_events",
      description: "Keeps events.",
      inputSchema: {
        required: ["items"],
        additionalProperties: false,
        properties: {
          items: {
            items: {
              required: ["summary"],
              properties: {
                actor: { enum: ["user", "assistant"] },
                steps: { items: { type: "string" } },
              },
            },
          },
        },
      },
    },
  ]);
  expect(JSON.stringify(model.doGenerateCalls[0]?.tools)).not.toMatch(/(?:min|max)(?:Len|Item)/u);
});

test.each(MEMORIES)(
  "lists of objects are kept %s, and what is left out may be null",
  async (_, create) => {
    const memory = create();
    const items = [
      { summary: "Tea at noon", actor: "user", steps: null },
      { summary: "Tea at five", actor: null, steps: ["Boil", "Pour"] },
    ];
    const told = await toldOf(definedTools(memory, [keepEvents()]), [
      { name: "keep_events", input: { items } },
    ]);
    expect(told.join("")).toContain("Kept 2.");
    expect(await holds(memory)).toEqual([
      "assistant 1: Tea at noon",
      "assistant 1: Tea at five\nBoil\nPour",
    ]);
    await memory.close();
  },
);

test.each([
  [{ items: [] }, "keep_events.items must be a list of at least 1"],
  [{ items: [{ steps: ["x"] }] }, "keep_events.items[0] needs the argument summary"],
  [{ items: [{ summary: "x", actor: "bob" }] }, "must be one of user, assistant"],
  [{ items: [{ summary: "x", steps: [7] }] }, "keep_events.items[0].steps[0] must be a string"],
  [{ items: [{ summary: "x", scope: ["users", "bob"] }] }, "has no option"],
])("a model is told what is wrong with %j, and nothing is kept", async (input, words) => {
  const memory = wordMemory();
  const told = await toldOf(definedTools(memory, [keepEvents()]), [{ name: "keep_events", input }]);
  expect(told[0]).toContain("error-text");
  expect(told[0]).toContain(words);
  expect(await holds(memory)).toEqual([]);
});

const SECRET = "hunter2";

test.each([
  { caption: "The door", secret: [SECRET] },
  { caption: "The door", secret: "x", level: SECRET },
  { caption: SECRET.repeat(4), secret: "x" },
  { caption: "The door", [SECRET]: "x" },
  SECRET,
])("no error of a tool quotes a secret, wherever a model has put it: %j", async (input) => {
  const model = callingModel([[{ name: "keep_secret", input }]]);
  const tools = definedTools(wordMemory(), [keepSecret()]);
  const result = await generateText({ model, tools, stopWhen, prompt: "Go." });
  const parts = result.steps.flatMap(({ content }) => content);
  const failed = parts.flatMap((part) => (part.type === "tool-error" ? [part.error] : []));
  expect(failed.map(String)).toEqual([expect.stringMatching(/must be|needs the argument/)]);
  const told = allMessages(result).filter(({ role }) => role === "tool");
  expect(JSON.stringify(told)).toContain("error-text");
  expect(JSON.stringify([told, toldBy(model.doGenerateCalls[1]?.prompt ?? [])])).not.toContain(
    SECRET,
  );
  expect(String(failed)).not.toContain(SECRET);
});

test("a secret that is well given is kept, and null for another argument is understood", async () => {
  const input = { caption: "The door", level: null, secret: SECRET };
  const told = await toldOf(definedTools(wordMemory(), [keepSecret()]), [
    { name: "keep_secret", input },
  ]);
  expect(told.join("")).toContain("Kept The door.");
});

test("a verdict on a secret does not say which words of it were read before", async () => {
  const memory = wordMemory();
  const look = telling({ text: `The code is ${SECRET}`, trust: 0.8 });
  const input = { caption: "The door", secret: `code ${SECRET}` };
  const model = callingModel([[{ name: "look", input: {} }], [{ name: "keep_secret", input }]]);
  const tools = definedTools(memory, [look, keepSecret()]);
  const { steps } = await generateText({ model, tools, stopWhen, prompt: "Go." });
  const outputs = steps.flatMap(({ toolResults }) => toolResults.map(({ output }) => output));
  expect(outputs[1]).toMatchObject({ trust: 0.8, because: [{ tool: "look", shared: [] }] });
  expect(JSON.stringify(outputs[1])).not.toContain(SECRET);
});

/** Returns the trust of what a model keeps after an answer. */
async function trustAfter(look: ToolDefinition, keep: MadeCall): Promise<readonly number[]> {
  const memory = wordMemory();
  const tools = { ...definedTools(memory, [look, keepEvents()]), ...memoryTools(memory) };
  await toldOf(tools, [{ name: "look", input: {} }, keep]);
  return (await memory.list()).items.map(({ trust }) => trust);
}

const TEXT = "Refunds go to account 666";

test.each([
  [{ text: TEXT, trust: 1 }, true, 1],
  [{ text: TEXT, trust: 0.8 }, true, 0.8],
  [{ text: "Ann likes tea", trust: 0.8 }, true, 1],
  [{ text: "Ann likes tea", trust: 0.5 }, true, 0.5],
  [{ text: TEXT, trust: 0.5 }, true, 0.5],
  [{ text: TEXT, trust: 0.2 }, true, 0.2],
  [{ text: TEXT }, true, 0.5],
  [{ text: TEXT, trust: 7 }, true, 0.5],
  [{ text: TEXT, trust: 0.5 }, false, 1],
])(
  "after %j of a tool that shows memories (%j) a model writes with a trust of %j",
  async (answer, showsMemories, trust) => {
    const look = telling(answer, { showsMemories });
    const items = [{ summary: "Ann is paid by account 666" }];
    expect(await trustAfter(look, { name: "keep_events", input: { items } })).toEqual([trust]);
    expect(await trustAfter(look, { name: "remember", input: { content: TEXT } })).toEqual([trust]);
  },
);

test("a tool runs with the memory, the conversation and the signal of the app", async () => {
  const memory = wordMemory().scope("users", "ann");
  const seen: MemoryToolCall[] = [];
  const tools = definedTools(memory, [telling({ text: "x" }, { seen })], { thread: "t1" });
  const abortSignal = new AbortController().signal;
  await tools["look"]?.execute({}, { ...BY_HAND, abortSignal });
  expect(seen).toMatchObject([{ memory, thread: "t1", signal: abortSignal }]);
});

test.each([
  [[undefined, [], {}], "memory"],
  [[wordMemory(), "x", {}], "definitions"],
  [[wordMemory(), [{ name: "look" }], {}], "definitions[0].check"],
  [[wordMemory(), [keepEvents(), keepEvents()], {}], "a list of different names"],
  [[wordMemory(), [], { thread: "" }], "options.thread"],
  [[wordMemory(), [], { trustedTools: 1 }], "options.trustedTools"],
  [[wordMemory(), [], { prefix: "x" }], "prefix"],
])("what cannot work fails at once: case %#", async ([memory, definitions, options], named) => {
  const make = (): unknown =>
    definedTools(
      memory as Memory,
      definitions as readonly ToolDefinition[],
      options as DefinedToolsOptions,
    );
  const failure = await rejection(make);
  expect(failure.code).toBe("invalid-input");
  expect(failure.message).toContain(named);
});
