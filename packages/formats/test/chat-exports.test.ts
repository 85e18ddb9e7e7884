import { testMemory } from "@kioku/testing/support";
import { expect, test } from "vitest";

import {
  chatGptMemories,
  chatMemories,
  claudeMemories,
  importMemories,
  langGraphMemories,
  mcpMemories,
  mem0Memories,
  shareGptMemories,
  uiMessageMemories,
} from "../src/index.js";
import type { ForeignMemory } from "../src/index.js";
import { CHATGPT, CLAUDE, GRAPH, SHAREGPT, UI } from "./support/chat-samples.js";

type Foreign = AsyncIterable<ForeignMemory> | Iterable<ForeignMemory>;

/** The memories of an import, in order. */
async function read(foreign: Foreign): Promise<readonly (readonly unknown[])[]> {
  const memories: ForeignMemory[] = [];
  for await (const one of foreign) memories.push(one);
  return memories.map(({ input }) => [input.thread, input.origin, input.content]);
}

const READERS: readonly (readonly [string, () => Foreign, readonly (readonly unknown[])[]])[] = [
  [
    "ChatGPT",
    () => chatGptMemories(CHATGPT),
    [
      ["c-1", "user", "我下个月搬到杭州"],
      ["c-1", "tool", "晴"],
      ["c-1", "user", "My new flat"],
      ["c-1", "assistant", "Nice."],
      ["c-2", "user", "I keep bees"],
    ],
  ],
  [
    "Claude",
    () => claudeMemories(CLAUDE),
    [
      ["k-1", "user", "我喜欢绿茶"],
      ["k-1", "assistant", "Green tea\nis fine."],
      ["k-1", "user", "谢谢"],
    ],
  ],
  [
    "ShareGPT",
    () => shareGptMemories(SHAREGPT),
    [
      ["s-1", "user", "我家的猫怕下雨"],
      ["s-1", "tool", "rain"],
      ["s-1", "assistant", "Poor cat."],
      [expect.stringContaining("sharegpt:"), "user", "Hello"],
      [expect.stringContaining("sharegpt:"), "user", "Hello"],
      [expect.stringContaining("sharegpt:"), "assistant", "Hi"],
    ],
  ],
  [
    "UI messages",
    () => uiMessageMemories({ messages: UI }, { thread: "t" }),
    [
      ["t", "user", "我对花生过敏"],
      ["t", "user", "And to milk"],
      ["t", "assistant", "Noted.\nBoth noted."],
    ],
  ],
  [
    "an MCP graph",
    () => mcpMemories(GRAPH),
    [
      [undefined, "import", "Ann (person)"],
      [undefined, "import", "Ann: 会说挪威语"],
      [undefined, "import", "Acme (organization)"],
      [undefined, "import", "Ann works at Acme"],
    ],
  ],
];

test.each(READERS)(
  "%s: who said what in which thread is kept, in order",
  async (_, foreign, told) => {
    expect(await read(foreign())).toEqual(told);
  },
);

test.each(READERS)("%s: importing again writes nothing", async (_, foreign, told) => {
  const { memory } = testMemory();
  const none = { stored: 0, queued: 0, duplicate: 0, rejected: 0 };
  expect(await importMemories(memory, foreign())).toEqual({ ...none, stored: told.length });
  expect(await importMemories(memory, foreign())).toEqual({ ...none, duplicate: told.length });
  const { items } = await memory.list({ limit: 100 });
  expect(new Set(items.map(({ content }) => content))).toEqual(
    new Set(told.map(([, , content]) => content)),
  );
});

test("times, titles and trust are kept; words of tools are not trusted", async () => {
  const { memory } = testMemory();
  await importMemories(memory, chatGptMemories(CHATGPT));
  await importMemories(memory, claudeMemories(CLAUDE));
  await importMemories(memory, uiMessageMemories(UI, { thread: "ui" }));
  const { items } = await memory.list({ limit: 100 });
  const about = (content: string) => items.find((item) => item.content === content);
  expect(about("我下个月搬到杭州")).toMatchObject({
    kind: "message",
    trust: 1,
    occurredAt: new Date(1_700_000_000_500),
    metadata: { title: "搬家计划" },
  });
  expect(about("My new flat")?.occurredAt).toBeUndefined();
  expect(about("I keep bees")?.metadata).toEqual({});
  expect(about("晴")?.trust).toBe(0.5);
  expect(about("我喜欢绿茶")).toMatchObject({
    occurredAt: new Date("2025-03-01T08:00:00Z"),
    metadata: { title: "茶" },
  });
  expect(about("我对花生过敏")?.occurredAt).toEqual(new Date(1_700_000_000_000));
});

test("a single conversation is read like a list of one", async () => {
  expect(await read(chatGptMemories(CHATGPT[1]))).toHaveLength(1);
  expect(await read(claudeMemories(CLAUDE[0]))).toHaveLength(3);
  expect(await read(shareGptMemories(SHAREGPT[0]))).toHaveLength(3);
  expect(await read(mcpMemories(JSON.stringify(GRAPH)))).toHaveLength(4);
});

test("a conversation that has grown adds its new messages only", async () => {
  const { memory } = testMemory();
  await importMemories(memory, uiMessageMemories(UI.slice(0, 2), { thread: "t" }));
  expect(await importMemories(memory, uiMessageMemories(UI, { thread: "t" }))).toMatchObject({
    stored: 2,
    duplicate: 1,
  });
});

test("a chat message may have calls of tools in the place of a content", async () => {
  const calls = [
    { role: "assistant", tool_calls: [] },
    { role: "user", content: "Hi" },
  ];
  expect(await read(chatMemories(calls, { thread: "t" }))).toEqual([["t", "user", "Hi"]]);
});

test("a ChatGPT tree without a leaf is an error, and a message without a recipient is read", async () => {
  const message = { author: { role: "user" }, recipient: null, content: { parts: ["Hello"] } };
  const a = { parent: "b", children: ["b"], message };
  const b = { parent: "a", children: ["a"] };
  const cycle = read(chatGptMemories({ id: "c", mapping: { a, b } }));
  await expect(cycle).rejects.toThrow("ChatGPT conversations[0].mapping must be a tree");
  const mapping = { a: { message } };
  expect(await read(chatGptMemories({ id: "c", mapping }))).toEqual([["c", "user", "Hello"]]);
  expect(await read(chatGptMemories({ id: "c", mapping: {} }))).toEqual([]);
});

test("a conversation of ShareGPT may have any number of turns", async () => {
  const turns = Array.from({ length: 150_000 }, () => ({ from: "human", value: "Hello" }));
  expect(await read(shareGptMemories({ conversations: turns }))).toHaveLength(turns.length);
});

test("metadata of UI messages may be anything, and words added to a run are not nested", async () => {
  const text = { type: "text", text: "Hello" };
  const message = { id: "1", role: "user", parts: [text], metadata: "mine" };
  const options = { thread: "t" };
  expect(await read(uiMessageMemories([message], options))).toEqual([["t", "user", "Hello"]]);
  const part = { type: "steering-message", parts: [{ type: "steering-message", parts: [] }] };
  const nested = read(uiMessageMemories([{ ...message, parts: [part] }], options));
  await expect(nested).rejects.toThrow(
    "UI messages[0].parts[0].parts[0] must be no steering-message within another",
  );
});

test("an item whose time or place has changed since is remembered again, and fails no import", async () => {
  const parts = [{ type: "text", text: "Hello" }];
  const readers: readonly ((day: number) => Foreign)[] = [
    (day) =>
      uiMessageMemories([{ id: "1", role: "user", parts, createdAt: `2026-01-0${day}` }], {
        thread: "t",
      }),
    (day) =>
      chatMemories([{ role: "user", content: "Hello", time: `2026-01-0${day}` }], {
        thread: `t${day}`,
      }),
    (day) => mem0Memories([{ id: "1", memory: "Likes tea", run_id: `r${day}` }]),
    (day) =>
      langGraphMemories([
        { namespace: ["a"], key: "k", value: "tea", createdAt: `2026-01-0${day}` },
      ]),
  ];
  for (const foreign of readers) {
    const { memory } = testMemory();
    await importMemories(memory, foreign(1));
    expect(await importMemories(memory, foreign(2))).toMatchObject({ stored: 1, duplicate: 0 });
    expect(await importMemories(memory, foreign(2))).toMatchObject({ stored: 0, duplicate: 1 });
  }
});

test("a name in a chat says who said it", async () => {
  const { memory } = testMemory();
  const chat = [
    { role: "user", name: "Ana", content: "Hello" },
    { role: "user", content: "I like tea" },
  ];
  await importMemories(memory, chatMemories(chat, { thread: "t" }));
  const { items } = await memory.list();
  expect(items.map(({ speaker }) => speaker)).toEqual(["Ana", undefined]);
});
