import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";

import { createMemory, definePlugin, inMemoryStore } from "@kioku/core";
import type { MemoryRoot } from "@kioku/core";
import { sqliteStore } from "@kioku/store-sqlite";
import {
  AIMessage,
  ChatMessage,
  HumanMessage,
  SystemMessage,
  ToolMessage,
} from "@langchain/core/messages";
import type { BaseMessage } from "@langchain/core/messages";
import { expect, test } from "vitest";

import { MemoryChatHistory } from "../../src/index.js";
import type { MemoryChatHistoryOptions } from "../../src/index.js";
import { letterMemory } from "../support/letter-memory.js";

function textsOf(messages: readonly BaseMessage[]): readonly string[] {
  return messages.map(({ text }) => text);
}

function numbered(count: number, from = 0): HumanMessage[] {
  return Array.from({ length: count }, (_, index) => new HumanMessage(`message ${from + index}`));
}

test("messages are records of the session, by which recall finds what was said with what stood around", async () => {
  const memory = letterMemory();
  const history = new MemoryChatHistory({ memory, sessionId: "s1" });
  await history.addUserMessage("Where is the zebra?");
  await history.addAIMessage("In the zoo.");
  await history.addMessages([
    new SystemMessage("Be brief."),
    new ChatMessage("I object.", "critic"),
  ]);
  const { items } = await memory.list();
  expect(
    items.map(({ kind, thread, origin, content }) => ({ kind, thread, origin, content })),
  ).toEqual([
    { kind: "message", thread: "s1", origin: "user", content: "Where is the zebra?" },
    { kind: "message", thread: "s1", origin: "assistant", content: "In the zoo." },
    { kind: "message", thread: "s1", origin: "system", content: "Be brief." },
    { kind: "message", thread: "s1", origin: "tool", content: "I object." },
  ]);
  expect(items[0]?.value).toMatchObject({
    type: "human",
    data: { content: "Where is the zebra?" },
  });
  const [found] = await memory.recall({
    query: "zebra",
    mode: "keyword",
    neighbours: 1,
    minScore: 0.1,
  });
  expect(found?.content).toBe("Where is the zebra?");
  expect(found?.neighbours?.after.map(({ content }) => content)).toEqual(["In the zoo."]);
});

test.each([
  ["user", "user"],
  ["developer", "system"],
  ["model", "assistant"],
  ["constructor", "tool"],
])("what the role %s says is of origin %s", async (role, origin) => {
  const memory = letterMemory();
  const history = new MemoryChatHistory({ memory, sessionId: "s1" });
  await history.addMessage(new ChatMessage({ content: "hello", role }));
  expect((await memory.list()).items[0]?.origin).toBe(origin);
});

test("a message without text is kept under a description that recall does not find", async () => {
  const memory = letterMemory();
  const history = new MemoryChatHistory({ memory, sessionId: "s1" });
  const call = { name: "weather", args: { city: "Oslo" }, id: "c1" };
  await history.addMessages([
    new AIMessage({ content: "", tool_calls: [call, { ...call, name: "map", id: "c2" }] }),
    new HumanMessage({
      content: [
        { type: "image_url", image_url: "data:," },
        { type: "text", text: " " },
      ],
    }),
    new AIMessage("  "),
    new ToolMessage({ content: "12 degrees", tool_call_id: "c1" }),
  ]);
  const { items } = await memory.list();
  expect(items.map(({ content }) => content)).toEqual([
    "(no text: calls weather, map)",
    "(no text: image_url)",
    "(no text: empty)",
    "12 degrees",
  ]);
  expect(items[3]).toMatchObject({ origin: "tool", trust: 0.5 });
  const found = await memory.recall({ query: "weather map text image degrees" });
  expect(found.map(({ content }) => content)).toEqual(["12 degrees"]);
  expect(await history.getMessages()).toHaveLength(4);
});

test("with index: false recall finds nothing, and the history is whole", async () => {
  const memory = letterMemory();
  const history = new MemoryChatHistory({ memory, sessionId: "s1", index: false });
  await history.addUserMessage("zebra");
  expect(await memory.recall("zebra")).toEqual([]);
  expect(textsOf(await history.getMessages())).toEqual(["zebra"]);
});

test("a session sees and clears its own messages only, whatever else is in the scope or in others", async () => {
  const root = letterMemory();
  const [ann, bob] = [root.scope("ann"), root.scope("bob")];
  const histories = [
    new MemoryChatHistory({ memory: ann, sessionId: "s1" }),
    new MemoryChatHistory({ memory: ann, sessionId: "s2" }),
    new MemoryChatHistory({ memory: bob, sessionId: "s1" }),
    new MemoryChatHistory({ memory: root, sessionId: "s1" }),
  ] as const;
  for (const [index, history] of histories.entries()) await history.addUserMessage(`of ${index}`);
  await ann.remember({ content: "a note of the thread", thread: "s1" });
  await ann.remember({ content: "a message of no thread", kind: "message" });
  for (const [index, history] of histories.entries()) {
    expect(textsOf(await history.getMessages())).toEqual([`of ${index}`]);
  }
  await histories[0].clear();
  expect(await histories[0].getMessages()).toEqual([]);
  for (const history of histories.slice(1)) expect(await history.getMessages()).toHaveLength(1);
  const { items } = await ann.list();
  expect(items.map(({ content }) => content)).toEqual([
    "of 1",
    "a note of the thread",
    "a message of no thread",
  ]);
});

test("more messages than fit a page come in order, within one millisecond and from two objects by turns", async () => {
  const memory = createMemory({ store: inMemoryStore(), clock: () => new Date(0) });
  const [one, other] = [1, 2].map(() => new MemoryChatHistory({ memory, sessionId: "s1" }));
  for (let start = 0; start < 2_300; start += 100) {
    await (start % 200 ? one : other)?.addMessages(numbered(100, start));
  }
  expect(textsOf((await one?.getMessages()) ?? [])).toEqual(textsOf(numbered(2_300)));
});

test("maxMessages gives the newest in order, and clear forgets all", async () => {
  const memory = createMemory({ store: inMemoryStore() });
  const all = new MemoryChatHistory({ memory, sessionId: "s1" });
  await all.addMessages(numbered(1_200));
  const last = (maxMessages: number): MemoryChatHistory =>
    new MemoryChatHistory({ memory, sessionId: "s1", maxMessages });
  expect(textsOf(await last(3).getMessages())).toEqual([
    "message 1197",
    "message 1198",
    "message 1199",
  ]);
  expect(textsOf(await last(1_100).getMessages())).toEqual(textsOf(numbered(1_100, 100)));
  expect(await last(5_000).getMessages()).toHaveLength(1_200);
  await last(3).clear();
  expect(await all.getMessages()).toEqual([]);
});

test("on SQLite the order is the same after reopening, and goes on", async () => {
  const folder = await mkdtemp(join(tmpdir(), "kioku-history-"));
  const now = new Date("2026-03-01T12:00:00Z");
  const open = (): MemoryRoot =>
    createMemory({ store: sqliteStore({ path: join(folder, "m.db") }), clock: () => now });
  try {
    const first = open();
    await new MemoryChatHistory({ memory: first, sessionId: "s1" }).addMessages(numbered(50));
    await first.close();
    now.setMilliseconds(now.getMilliseconds() + 1);
    const second = open();
    const history = new MemoryChatHistory({ memory: second, sessionId: "s1" });
    await history.addMessages(numbered(50, 50));
    expect(textsOf(await history.getMessages())).toEqual(textsOf(numbered(100)));
    await second.close();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test("archived and superseded messages are still there, expired ones are not", async () => {
  const now = new Date("2026-03-01T12:00:00Z");
  const memory = letterMemory({
    clock: () => now,
    retention: { message: { keepDays: 30, afterwards: "archive" } },
  });
  const history = new MemoryChatHistory({ memory, sessionId: "s1" });
  await history.addMessages(numbered(3));
  const { items } = await memory.list();
  await memory.update(items[1]?.id ?? "", { ttlMs: 1_000 });
  await memory.remember({ content: "a summary", supersedes: [items[2]?.id ?? ""] });
  now.setFullYear(2028);
  await memory.sweep();
  expect((await memory.list({ kinds: ["message"] })).items).toEqual([]);
  expect(textsOf(await history.getMessages())).toEqual(["message 0", "message 2"]);
});

test("records of other makers are messages: by their content, or by LangChain's stored format", async () => {
  const memory = letterMemory();
  const remember = (content: string, members: object): Promise<unknown> =>
    memory.remember({ content, kind: "message", thread: "s1", ...members });
  await remember("by a user", { origin: "user" });
  await remember("by an assistant", { origin: "assistant", value: 7 });
  await remember("by the system", { origin: "system", value: { type: "human" } });
  await remember("from the web", { origin: "web" });
  const stored = new AIMessage({ content: "stored", id: "a1", name: "Al" }).toDict();
  await remember("other words", { value: { type: stored.type, data: { ...stored.data } } });
  await remember("-", { value: { type: "remove", data: { id: "a1" } } });
  const messages = await new MemoryChatHistory({ memory, sessionId: "s1" }).getMessages();
  expect(messages.map((message) => [message.type, message.text, message.id])).toEqual([
    ["human", "by a user", undefined],
    ["ai", "by an assistant", undefined],
    ["system", "by the system", undefined],
    ["generic", "from the web", undefined],
    ["ai", "stored", "a1"],
    ["remove", "", "a1"],
  ]);
  expect((messages[3] as ChatMessage).role).toBe("web");
});

test.each([
  ["of an unknown type", { type: "alien", data: {} }],
  ["of an unknown class", { type: "human", data: { content: "secret" }, class: "Buffer" }],
  [
    "of a class that is no text",
    { type: "human", data: { content: "secret" }, class: ["HumanMessage"] },
  ],
  ["without what its type needs", { type: "tool", data: { content: "secret" } }],
  [
    "with a tag that nobody makes",
    { type: "human", data: { $kioku: "code", of: "secret" }, class: "HumanMessage" },
  ],
  [
    "with damaged packed JSON",
    { type: "human", data: { $kioku: "json", of: "{secret" }, class: "HumanMessage" },
  ],
  [
    "with data that is a list",
    { type: "human", data: { $kioku: "json", of: "[]" }, class: "HumanMessage" },
  ],
])("a message %s is an error that names its record and tells nothing of it", async (_, value) => {
  const memory = letterMemory();
  await memory.remember({ content: "x", kind: "message", thread: "s1", value });
  const { items } = await memory.list();
  const reading = new MemoryChatHistory({ memory, sessionId: "s1" }).getMessages();
  await expect(reading).rejects.toMatchObject({
    code: "invalid-input",
    message: expect.stringContaining(items[0]?.id ?? "?") as string,
  });
  const error: unknown = await reading.catch((problem: unknown) => problem);
  expect(inspect(error)).not.toContain("secret");
});

test("what is stored cannot replace methods or what makes a class", async () => {
  const memory = letterMemory();
  const data = {
    content: "hi",
    toJSON: 1,
    _getType: 2,
    text: "3",
    lc_namespace: ["x"],
    type: "ai",
    lc_kwargs: {},
  };
  const value = { type: "human", data, class: "HumanMessage" };
  await memory.remember({ content: "x", kind: "message", thread: "s1", value });
  const [message] = await new MemoryChatHistory({ memory, sessionId: "s1" }).getMessages();
  expect(message?.lc_id).toEqual(["langchain_core", "messages", "HumanMessage"]);
  expect(message?.type).toBe("human");
  expect(message?.text).toBe("hi");
  expect(message?.getType()).toBe("human");
  expect(message?.toJSON()).toMatchObject({ type: "constructor" });
});

test("a message that a plugin refuses is an error that names it", async () => {
  const plugin = definePlugin({
    id: "no-secrets",
    hooks: {
      beforeRemember: (input) =>
        input.content.includes("secret") ? { veto: "too secret" } : undefined,
    },
  });
  const memory = letterMemory({ plugins: [plugin] });
  const history = new MemoryChatHistory({ memory, sessionId: "s1" });
  const adding = history.addMessages([new HumanMessage("fine"), new HumanMessage("secret")]);
  await expect(adding).rejects.toMatchObject({ code: "rejected-by-plugin" });
  await expect(adding).rejects.toThrow("messages[1] was refused by no-secrets: too secret");
  expect(textsOf(await history.getMessages())).toEqual(["fine"]);
});

test("adding nothing writes nothing, and what is no list is refused", async () => {
  const memory = letterMemory();
  const history = new MemoryChatHistory({ memory, sessionId: "s1" });
  await history.addMessages([]);
  expect((await memory.list()).items).toEqual([]);
  const adding = history.addMessages(new HumanMessage("x") as unknown as BaseMessage[]);
  await expect(adding).rejects.toThrow("messages must be a list");
});

test("a closed memory is an error and no empty history", async () => {
  const memory = letterMemory();
  const history = new MemoryChatHistory({ memory, sessionId: "s1" });
  await memory.close();
  await expect(history.getMessages()).rejects.toMatchObject({ code: "closed" });
  await expect(history.addUserMessage("x")).rejects.toMatchObject({ code: "closed" });
  await expect(history.clear()).rejects.toMatchObject({ code: "closed" });
});

test.each([
  [{ sessionId: "" }, "options.sessionId must be text that is not blank"],
  [{ sessionId: 7 }, "options.sessionId must be a string"],
  [{ sessionId: "s".repeat(513) }, "options.sessionId must be at most 512 characters"],
  [{ maxMessages: 0 }, "options.maxMessages must be a whole number at least 1"],
  [{ maxMessages: 1.5 }, "options.maxMessages must be a whole number"],
  [{ index: "no" }, "options.index must be true or false"],
  [{ memory: {} }, "options.memory.rememberAll must be a function"],
  [{ memory: undefined }, "options.memory must be an object"],
  [{ session: "s1" }, 'options has no option "session"'],
])("%j is refused at once", (options, problem) => {
  const all = { memory: letterMemory(), sessionId: "s1", ...options } as MemoryChatHistoryOptions;
  expect(() => new MemoryChatHistory(all)).toThrow(problem);
});

test("serialisation says what it is and holds nothing of the memory", () => {
  const history = new MemoryChatHistory({ memory: letterMemory(), sessionId: "s1" });
  const id = ["kioku", "chat_history", "MemoryChatHistory"];
  expect(JSON.parse(JSON.stringify(history))).toEqual({ lc: 1, type: "not_implemented", id });
  expect(history.lc_kwargs).toEqual({});
});

test.each(["a\0", "a\uD800", "\uDC00a"])(
  "a session id that a store would change is refused, so that no two sessions become one: %j",
  (sessionId) => {
    const open = (): unknown => new MemoryChatHistory({ memory: letterMemory(), sessionId });
    expect(open).toThrow("options.sessionId must be a text without NUL and lone surrogates");
  },
);

test("a name of a message says who said it, and what was imported gets its name back", async () => {
  const memory = letterMemory();
  const history = new MemoryChatHistory({ memory, sessionId: "s1" });
  await history.addMessages([
    new HumanMessage({ content: "hello", name: "Ana" }),
    new AIMessage("hello Ana"),
    new HumanMessage({ content: "again", name: "x".repeat(513) }),
  ]);
  const { items } = await memory.list();
  expect(items.map(({ speaker }) => speaker)).toEqual(["Ana", undefined, undefined]);
  for (const [index, { id }] of items.entries()) {
    await memory.update(id, { value: index });
  }
  const named = await history.getMessages();
  expect(named.map(({ name }) => name)).toEqual(["Ana", undefined, undefined]);
});
