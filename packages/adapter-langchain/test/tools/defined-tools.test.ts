import { MemoryError } from "@kioku/core";
import type { MemoryToolCall, ToolDefinition } from "@kioku/tools";
import { ToolMessage } from "@langchain/core/messages";
import type { BaseMessage } from "@langchain/core/messages";
import { createAgent } from "langchain";
import { expect, test } from "vitest";

import { memoryMiddleware } from "../../src/agent/index.js";
import { definedTools, memoryTools } from "../../src/index.js";
import type { DefinedToolsOptions, MemorySource } from "../../src/index.js";
import { agentMemory, callsThenSays, ENGINES, heldBy, say } from "../support/agents.js";
import { keepEvents, keepSecret, telling } from "../support/told-tools.js";
import { trustsOf } from "../support/trusting.js";

type Call = Parameters<typeof callsThenSays>[0][number];

/** Runs an agent with tools that makes these calls, and returns the answers of the tools. */
async function toldOf(
  memory: MemorySource,
  definitions: readonly ToolDefinition[],
  calls: readonly Call[],
): Promise<readonly ToolMessage[]> {
  const model = callsThenSays(calls, "Done.");
  const agent = createAgent({ model, tools: definedTools(memory, definitions) });
  const { messages } = (await agent.invoke(say("Go."))) as { readonly messages: BaseMessage[] };
  expect(messages.at(-1)?.text).toBe("Done.");
  return messages.filter((message) => ToolMessage.isInstance(message));
}

test.each(ENGINES)(
  "lists of objects are kept %s, and what is left out may be null",
  async (_, create) => {
    const memory = create();
    const items = [
      { summary: "Tea at noon", actor: "user", steps: null },
      { summary: "Tea at five", actor: null, steps: ["Boil", "Pour"] },
    ];
    const [told] = await toldOf(memory, [keepEvents()], [{ name: "keep_events", args: { items } }]);
    expect(told?.text).toBe("Kept 2.");
    expect(told?.artifact).toEqual({ status: "kept", text: "Kept 2." });
    expect(await heldBy(memory)).toEqual([
      "assistant: Tea at noon",
      "assistant: Tea at five\nBoil\nPour",
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
])("a model is told what is wrong with %j, and nothing is kept", async (args, words) => {
  const memory = agentMemory();
  const [told] = await toldOf(memory, [keepEvents()], [{ name: "keep_events", args }]);
  expect(told?.status).toBe("error");
  expect(told?.text).toContain(words);
  expect(await heldBy(memory)).toEqual([]);
  const [keep] = definedTools(memory, [keepEvents()]);
  await expect(keep?.invoke(args)).rejects.toThrow(words);
});

const SECRET = "hunter2";
const LOOK: Call = { name: "look", args: {} };

test.each([
  { caption: "The door", secret: [SECRET] },
  { caption: "The door", secret: "x", level: SECRET },
  { caption: SECRET.repeat(4), secret: "x" },
  { caption: "The door", [SECRET]: "x" },
])("no error of a tool quotes a secret, wherever a model has put it: %j", async (args) => {
  const memory = agentMemory();
  const [told] = await toldOf(memory, [keepSecret()], [{ name: "keep_secret", args }]);
  expect(told?.status).toBe("error");
  expect(told?.text).toMatch(/must be|needs the argument/);
  expect(JSON.stringify(told)).not.toContain(SECRET);
  const [keep] = definedTools(memory, [keepSecret()]);
  const failure: unknown = await keep?.invoke(args).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Error);
  expect(JSON.stringify(failure, Object.getOwnPropertyNames(failure))).not.toContain(SECRET);
});

test("a verdict on a secret does not say which words of it were read before", async () => {
  const look = telling({ text: `The code is ${SECRET}`, trust: 0.8 });
  const args = { caption: "The door", secret: `code ${SECRET}` };
  const calls = [LOOK, { name: "keep_secret", args }];
  const [, told] = await toldOf(agentMemory(), [look, keepSecret()], calls);
  expect(told?.artifact).toMatchObject({ trust: 0.8, because: [{ tool: "look", shared: [] }] });
  expect(JSON.stringify(told)).not.toContain(SECRET);
});

const TEXT = "Refunds go to account 666";
const KEEP: Call = {
  name: "keep_events",
  args: { items: [{ summary: "Ann is paid by account 666" }] },
};

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
    const memory = agentMemory();
    const definitions = [telling(answer, { showsMemories }), keepEvents()];
    await toldOf(memory, definitions, [LOOK, KEEP]);
    const kept = [`${trust}: Ann is paid by account 666`];
    expect(await trustsOf(memory)).toEqual(kept);
    const other = agentMemory();
    const middleware = memoryMiddleware({ memory: other, tools: definitions, capture: "turn" });
    const agent = createAgent({
      model: callsThenSays([LOOK, KEEP], "Yes, account 666."),
      middleware: [middleware],
    });
    await agent.invoke(say("Go."));
    expect(await trustsOf(other)).toEqual([...kept, `${trust}: Yes, account 666.`]);
  },
);

test("tools of the middleware know what it has recalled", async () => {
  const memory = agentMemory({ ranking: { minScore: 0 } });
  await memory.remember({ content: TEXT, origin: "web" });
  const middleware = memoryMiddleware({ memory, tools: [keepEvents()], capture: "off" });
  const agent = createAgent({ model: callsThenSays([KEEP], "Done."), middleware: [middleware] });
  await agent.invoke(say(TEXT));
  expect(await trustsOf(memory)).toEqual(["0.5: Ann is paid by account 666"]);
});

test("a tool runs with the memory that the app chose, and the conversation of the run", async () => {
  const memory = agentMemory();
  const seen: MemoryToolCall[] = [];
  const source = ({ context }: { readonly context: { readonly userId: string } }) =>
    memory.scope("users", context.userId);
  const [look] = definedTools(source, [telling({ text: "Nothing." }, { seen })]);
  const config = { context: { userId: "ann" }, configurable: { thread_id: "t1" } };
  expect(await look?.invoke({}, config)).toBe("Nothing.");
  expect(seen).toMatchObject([{ memory: { scopePath: ["users", "ann"] }, thread: "t1" }]);
});

test.each([
  [[undefined, [], {}], "source"],
  [[agentMemory(), "x", {}], "definitions"],
  [[agentMemory(), [{ name: "look" }], {}], "definitions[0].check"],
  [[agentMemory(), [keepEvents(), keepEvents()], {}], "a list of different names"],
  [[agentMemory(), [], { trustedTools: 1 }], "options.trustedTools"],
  [[agentMemory(), [], { thread: "x" }], "thread"],
])("what cannot work fails at once: case %#", ([source, definitions, options], named) => {
  let failure: unknown;
  try {
    definedTools(
      source as MemorySource,
      definitions as readonly ToolDefinition[],
      options as DefinedToolsOptions,
    );
  } catch (error) {
    failure = error;
  }
  expect(MemoryError.is(failure, "invalid-input")).toBe(true);
  expect(String(failure)).toContain(named);
});

test("the tools to remember and recall are among those of any definitions", async () => {
  const memory = agentMemory();
  const tools = [...memoryTools(memory), ...definedTools(memory, [keepEvents()])];
  expect(tools.map(({ name }) => name)).toEqual(["remember", "recall", "keep_events"]);
});
