import { layer } from "@kioku/core";
import type { TrustVerdict } from "@kioku/tools";
import { generateText, jsonSchema, stepCountIs, streamText, tool } from "ai";
import type { ModelMessage, Tool, ToolSet } from "ai";
import { expect, test } from "vitest";

import { memoryTools } from "../../src/index.js";
import type { MemoryToolsOptions } from "../../src/index.js";
import { forgetShownTrust, noteShownTrust, shownTrust } from "../../src/turn/shown-trust.js";
import { allMessages, callingModel } from "../support/calling-model.js";
import type { MadeCall } from "../support/calling-model.js";
import { holds, stored, wordMemory } from "../support/word-memory.js";

const stopWhen = stepCountIs(10);
const FACT = "Refunds go to account 666";
const NOTE: MadeCall = { name: "remember", input: { content: FACT } };
const PAGE: MadeCall = { name: "page", input: {} };

/** A tool of the app that says what a stranger wrote. */
const page: Tool = tool({
  inputSchema: jsonSchema({ type: "object", properties: {} }),
  execute: () => FACT,
});

/** A tool of the app that fails with what a stranger wrote. */
const broken: Tool = tool({
  inputSchema: jsonSchema({ type: "object", properties: {} }),
  execute: (): string => {
    throw new Error(FACT);
  },
});

/** A verdict without reasons. */
function at(trust: number): TrustVerdict {
  return { trust, because: [] };
}

/** Returns the trust of a note that the model makes after these calls. */
async function noted(
  calls: readonly MadeCall[],
  options: MemoryToolsOptions & { readonly memory?: ReturnType<typeof wordMemory> } = {},
): Promise<number | undefined> {
  const { memory = wordMemory(), ...rest } = options;
  const model = callingModel([...calls, NOTE].map((call) => [call]));
  const only = ["remember", "recall", "update", "forget"] as const;
  const tools = { page, broken, ...memoryTools(memory, { only, ...rest }) };
  await generateText({ model, tools, stopWhen, prompt: "Where do refunds go?" });
  const { items } = await memory.list({ filter: { "@origin": "assistant" } });
  return items.find(({ content }) => content === FACT)?.trust;
}

test("what a model writes by itself is trusted as the app says", async () => {
  expect(await noted([])).toBe(1);
  expect(await noted([], { remember: { trust: 0.6 } })).toBe(0.6);
});

test("what a model writes after a tool of the app is trusted if the tool is", async () => {
  expect(await noted([PAGE])).toBe(0.5);
  expect(await noted([PAGE], { trustedTools: ["page"] })).toBe(1);
  expect(await noted([PAGE], { trustedTools: ["pages"] })).toBe(0.5);
});

test("what a model writes after a recall is trusted as what it repeats of that", async () => {
  const recall = { name: "recall", input: { query: "refunds" } };
  const memory = wordMemory();
  expect(await noted([recall], { memory })).toBe(1);
  const other = wordMemory();
  await other.remember({ content: "refunds to account 666", trust: 0.8 });
  expect(await noted([recall], { memory: other })).toBe(0.8);
  const third = wordMemory();
  await third.remember({ content: "refunds to account 666", origin: "web", trust: 0.9 });
  expect(await noted([recall], { memory: third })).toBe(0.5);
  const fourth = wordMemory();
  await fourth.remember({ content: "refunds to Ada", origin: "assistant", trust: 0.5 });
  await fourth.remember("refunds to account 666");
  expect(await noted([recall], { memory: fourth })).toBe(1);
  // Words of strangers count in the turn that shows them, whatever is written.
  const fifth = wordMemory();
  await fifth.remember({ content: "refunds to Bob", origin: "web" });
  expect(await noted([recall], { memory: fifth })).toBe(0.5);
});

test("what our tools say in their own words takes no trust, nor does an error of theirs", async () => {
  const calls = [
    { name: "remember", input: { content: "Ada likes tea" } },
    { name: "update", input: { id: "nothing", content: "x" } },
    { name: "forget", input: { id: "nothing" } },
    { name: "recall", input: { query: "tea", limit: 99 } },
    { name: "remember", input: { content: "x", scope: "bob" } },
  ];
  expect(await noted(calls)).toBe(1);
  expect(await noted([...calls, PAGE])).toBe(0.5);
});

test.each(["broken", "nothing"])(
  "an error of a tool that is not ours takes trust: %s",
  async (name) => {
    expect(await noted([{ name, input: {} }])).toBe(0.5);
    expect(await noted([{ name, input: {} }], { trustedTools: [name] })).toBe(1);
  },
);

function noteOf(content: string): MadeCall {
  return { name: "note", input: { content } };
}

test("tools that the app has renamed are known by what they say, not by their names", async () => {
  const memory = wordMemory();
  await memory.remember({ content: "refunds", origin: "web" });
  const { remember, recall } = memoryTools(memory);
  const run = async (tools: ToolSet, calls: readonly MadeCall[]): Promise<readonly string[]> => {
    await generateText({
      model: callingModel(calls.map((call) => [call])),
      tools,
      stopWhen,
      prompt: "Where do refunds go?",
    });
    return holds(memory);
  };
  // One that says what strangers wrote has a name of ours, and ours have others.
  const tools = { note: remember, look: recall, remember: page, recall: page };
  const all = await run(tools, [
    noteOf("before all"),
    noteOf("after a note"),
    { name: "remember", input: {} },
    noteOf("after a page"),
  ]);
  expect(all).toContain("assistant 1: before all");
  expect(all).toContain("assistant 1: after a note");
  expect(all).toContain("assistant 0.5: after a page");
  const more = await run(tools, [
    { name: "look", input: { query: "refunds" } },
    noteOf("refunds, looked up"),
  ]);
  expect(more).toContain("assistant 0.5: refunds, looked up");
});

test("what a model read in an earlier turn counts where it is repeated", async () => {
  const memory = wordMemory();
  const tools = { page, ...memoryTools(memory) };
  const messages: ModelMessage[] = [{ role: "user", content: "Where do refunds go?" }];
  const first = await generateText({
    model: callingModel([[PAGE]], "To account 666."),
    tools,
    stopWhen,
    messages,
  });
  messages.push(...allMessages(first), { role: "user", content: "I like tea" });
  const notes = ["Ada likes tea", "Ada's refunds go to account 666"].map((content) => [
    { name: "remember", input: { content } },
  ]);
  await generateText({ model: callingModel(notes), tools, stopWhen, messages });
  expect(await holds(memory)).toEqual([
    "assistant 1: Ada likes tea",
    "assistant 0.5: Ada's refunds go to account 666",
  ]);
});

test("the same holds for streams", async () => {
  const memory = wordMemory();
  const tools = { page, ...memoryTools(memory) };
  const model = callingModel([[PAGE], [NOTE]]);
  await streamText({ model, tools, stopWhen, prompt: "Where do refunds go?" }).consumeStream();
  expect(await holds(memory)).toEqual([`assistant 0.5: ${FACT}`]);
});

test("a model that read a page cannot replace what is trusted", async () => {
  const memory = wordMemory();
  const id = await stored(memory, "Refunds go to the card that was used");
  const model = callingModel([[PAGE], [{ name: "update", input: { id, content: FACT } }]]);
  const tools = { page, ...memoryTools(memory, { only: ["update"] }) };
  const { steps } = await generateText({ model, tools, stopWhen, prompt: "Refunds?" });
  expect(steps[1]?.toolResults).toMatchObject([{ output: { status: "rejected" } }]);
  expect(await holds(memory)).toEqual(["user 1: Refunds go to the card that was used"]);
});

/** A prompt with a call of `remember` that is marked with a trust. */
function marked(trust: unknown, toolCallId: string): ModelMessage[] {
  const providerOptions = { kioku: { turn: "t1", trust } as Record<string, string> };
  return [
    { role: "user", content: "Where do refunds go?" },
    {
      role: "assistant",
      content: [
        { type: "tool-call", toolCallId, toolName: "remember", input: {}, providerOptions },
      ],
    },
  ];
}

test("what the model had been shown comes with a call that is approved in another process", async () => {
  const memory = wordMemory();
  const { remember } = memoryTools(memory);
  const note = async (content: string, messages: ModelMessage[]): Promise<unknown> => {
    const around = { toolCallId: "c1", messages, context: {} };
    return remember.execute({ content }, around);
  };
  await note("shown", marked(0.4, "c1"));
  await note("shown nothing", marked(1, "c1"));
  await note("shown before", marked(0.4, "c0"));
  await note("no trust", marked("0.4", "c1"));
  const answered: ModelMessage[] = [
    ...marked(0.4, "c0"),
    { role: "tool", content: [] },
    { role: "assistant", content: "Noted." },
    { role: "user", content: "And tea?" },
  ];
  await note("shown in an earlier turn", answered);
  expect(await holds(memory)).toEqual([
    "assistant 0.4: shown",
    "assistant 1: shown nothing",
    "assistant 1: shown before",
    "assistant 1: no trust",
    "assistant 1: shown in an earlier turn",
  ]);
});

test("what a middleware showed before the call counts, for that memory and call alone", async () => {
  const memory = wordMemory();
  const ada = memory.scope("users", "ada");
  noteShownTrust({ memory: ada, toolCallId: "shown-1", turn: "t1" }, at(0.4));
  const around = { messages: [], context: {} };
  const bob = memory.scope("users", "bob");
  const ofAda = memoryTools(ada);
  await ofAda.remember.execute({ content: "one" }, { ...around, toolCallId: "shown-1" });
  await ofAda.remember.execute({ content: "two" }, { ...around, toolCallId: "shown-2" });
  await memoryTools(bob).remember.execute({ content: "one" }, { ...around, toolCallId: "shown-1" });
  expect(await holds(ada)).toEqual(["assistant 0.4: one", "assistant 1: two"]);
  expect(await holds(bob)).toEqual(["assistant 1: one"]);
});

test("what a middleware showed counts for tools of the scopes around its own and below", async () => {
  const memory = wordMemory();
  const ada = memory.scope("ada");
  noteShownTrust({ memory: ada, toolCallId: "c1", turn: "t1" }, at(0.4));
  const around = { messages: [], context: {}, toolCallId: "c1" };
  for (const one of [memory, ada, ada.scope("notes"), memory.scope("bob")]) {
    await memoryTools(one).remember.execute({ content: "one" }, around);
    const trust = one.scopePath[0] === "bob" ? 1 : 0.4;
    expect(await holds(one)).toEqual([`assistant ${trust}: one`]);
  }
});

test("many open calls of another memory do not push out what a model was shown", async () => {
  const [memory, busy] = [wordMemory(), wordMemory()];
  noteShownTrust({ memory, toolCallId: "c1", turn: "t1" }, at(0.4));
  for (let n = 0; n < 10_000; n += 1) {
    noteShownTrust({ memory: busy, toolCallId: `call-${n}`, turn: "t2" }, at(1));
  }
  const around = { messages: [], context: {}, toolCallId: "c1" };
  await memoryTools(memory).remember.execute({ content: "shown" }, around);
  await memoryTools(busy).remember.execute({ content: "not shown" }, around);
  expect(await holds(memory)).toEqual(["assistant 0.4: shown"]);
  expect(await holds(busy)).toEqual(["assistant 1: not shown"]);
});

test("a call that was dropped for newer ones counts as untrusted", async () => {
  const memory = wordMemory();
  const [ada, bob] = [memory.scope("ada"), memory.scope("bob")];
  noteShownTrust({ memory: ada, toolCallId: "c1", turn: "t1" }, at(0.4));
  noteShownTrust({ memory: ada, toolCallId: "c2", turn: "t1" }, at(1));
  for (let n = 0; n < 9_999; n += 1) {
    noteShownTrust({ memory: bob, toolCallId: `call-${n}`, turn: "t2" }, at(1));
  }
  const note = async (content: string, toolCallId: string): Promise<unknown> => {
    const around = { messages: [], context: {}, toolCallId };
    return memoryTools(ada).remember.execute({ content }, around);
  };
  await note("dropped", "c1");
  await note("still noted", "c2");
  forgetShownTrust({ memory: ada, toolCallId: "c2", turn: "t1" });
  await note("answered", "c2");
  expect(await holds(ada)).toEqual([
    "assistant 0.4: dropped",
    "assistant 1: still noted",
    "assistant 0.4: answered",
  ]);
});

test("an id that two turns use counts with the less trusted one until that has its answer", async () => {
  const memory = wordMemory();
  noteShownTrust({ memory, toolCallId: "c1", turn: "t1" }, at(0.4));
  noteShownTrust({ memory, toolCallId: "c1", turn: "t2" }, at(0.9));
  const around = { messages: [], context: {}, toolCallId: "c1" };
  const note = async (content: string): Promise<unknown> =>
    memoryTools(memory).remember.execute({ content }, around);
  await note("both");
  forgetShownTrust({ memory, toolCallId: "c1", turn: "t1" });
  await note("one");
  forgetShownTrust({ memory, toolCallId: "c1", turn: "t2" });
  await note("none");
  expect(await holds(memory)).toEqual([
    "assistant 0.4: both",
    "assistant 0.9: one",
    "assistant 1: none",
  ]);
});

test("layers share what was shown with their first memory, other memories do not", () => {
  const [memory, other] = [wordMemory(), wordMemory()];
  noteShownTrust({ memory, toolCallId: "c1", turn: "t1" }, at(0.4));
  expect(shownTrust(layer(memory, other), "c1").trust).toBe(0.4);
  expect(shownTrust(layer(other, memory), "c1").trust).toBe(1);
  noteShownTrust({ memory: layer(other, memory), toolCallId: "c2", turn: "t1" }, at(0.5));
  expect(shownTrust(other.scope("ada"), "c2").trust).toBe(0.5);
});
