import { definePlugin } from "@kioku/core";
import type { Memory } from "@kioku/core";
import { compareText } from "@kioku/core/toolkit";
import { rejection, testMemory } from "@kioku/testing/support";
import { expect, test } from "vitest";

import {
  chatMemories,
  importMemories,
  langGraphMemories,
  mcpMemories,
  mem0Memories,
} from "../src/index.js";
import type { ForeignMemory } from "../src/index.js";

const MEM0 = {
  results: [
    {
      id: "a1",
      memory: "Vegetarian",
      hash: "h",
      metadata: { source: "chat" },
      user_id: "ann",
      run_id: "session-1",
      categories: ["food"],
      created_at: "2024-01-01T00:00:00-07:00",
      updated_at: null,
      score: 0.5,
    },
    { id: "a2", memory: "Lives in Bergen", userId: "ann", createdAt: "2024-02-01T00:00:00Z" },
  ],
  relations: [{ source: "ann", relationship: "lives_in", target: "bergen" }],
};
const LANGGRAPH = [
  {
    namespace: ["users", "ann"],
    key: "food",
    value: { food_preference: "pizza" },
    created_at: "2024-10-02T17:22:31.590602+00:00",
    updated_at: "2024-10-02T17:22:31.590605+00:00",
  },
  {
    namespace: ["users", "bob"],
    key: "m1",
    value: { text: "Likes trains" },
    createdAt: "2025-01-01T00:00:00Z",
  },
];
const MCP = [
  '{"type":"entity","name":"Ann_Lee","entityType":"person","observations":["Speaks Norwegian","Plays chess"]}',
  '{"type":"entity","name":"Acme","entityType":"organization","observations":[]}',
  '{"type":"relation","from":"Ann_Lee","to":"Acme","relationType":"works_at"}',
].join("\n");
const CHAT = {
  messages: [
    { role: "system", content: "You are helpful" },
    { role: "user", content: "My cat is afraid of rain", created_at: 1_700_000_000 },
    {
      role: "assistant",
      content: [
        { type: "text", text: "Poor cat." },
        { type: "image_url", image_url: {} },
      ],
    },
    { role: "assistant", content: null, tool_calls: [{ id: "c" }] },
    { role: "tool", content: "weather: rain", name: "forecast", timestamp: "2023-11-14T22:14:00Z" },
    { role: "user", content: "My cat is afraid of rain" },
  ],
};

type Foreign = AsyncIterable<ForeignMemory> | Iterable<ForeignMemory>;
const READERS: readonly (readonly [string, () => Foreign, number])[] = [
  ["mem0", () => mem0Memories(MEM0), 3],
  ["LangGraph", () => langGraphMemories(LANGGRAPH), 2],
  ["MCP", () => mcpMemories(MCP), 5],
  ["chat", () => chatMemories(CHAT, { thread: "t" }), 4],
];

async function contents(memory: Memory): Promise<readonly string[]> {
  return (await memory.list({ limit: 100, reach: "below" })).items
    .map(({ content }) => content)
    .toSorted();
}

test.each(READERS)("importing %s twice writes once", async (_, read, count) => {
  const { memory } = testMemory();
  const nothing = { stored: 0, queued: 0, duplicate: 0, rejected: 0 };
  expect(await importMemories(memory, read())).toEqual({ ...nothing, stored: count });
  const before = await contents(memory);
  expect(before).toHaveLength(count);
  expect(await importMemories(memory, read())).toEqual({ ...nothing, duplicate: count });
  expect(await contents(memory)).toEqual(before);
});

test("mem0: text, owner, session, time and own fields are kept, relations become sentences", async () => {
  const { memory } = testMemory();
  await importMemories(memory, mem0Memories(MEM0));
  const { items } = await memory.list({ filter: { "mem0.id": "a1" } });
  expect(items).toMatchObject([
    {
      content: "Vegetarian",
      thread: "session-1",
      origin: "import",
      occurredAt: new Date("2024-01-01T07:00:00Z"),
      metadata: {
        source: "chat",
        mem0: { id: "a1", user_id: "ann", run_id: "session-1", hash: "h", categories: ["food"] },
      },
    },
  ]);
  expect(await contents(memory)).toContain("ann lives in bergen");
  const camel = await memory.list({ filter: { "mem0.id": "a2", "mem0.user_id": "ann" } });
  expect(camel.items).toHaveLength(1);
});

test("mem0: several users are kept apart, or nothing is imported", async () => {
  const two = [
    { id: "1", memory: "Ann's", user_id: "ann" },
    { id: "2", memory: "Bob's", user_id: "bob", agent_id: "bot" },
  ];
  const { memory } = testMemory();
  const error = await rejection(() => importMemories(memory, mem0Memories(two)));
  expect(error.message).toContain('scopeBy: ["user_id"]');
  expect(await contents(memory)).toEqual([]);
  await importMemories(memory, mem0Memories(two, { scopeBy: ["user_id", "agent_id"] }));
  expect(await contents(memory.scope("ann"))).toEqual(["Ann's"]);
  expect(await contents(memory.scope("bob", "bot"))).toEqual(["Bob's"]);
});

test("LangGraph: the namespace is the scope, and get answers the value; a value that changed is a new version", async () => {
  const { memory } = testMemory();
  await importMemories(memory, langGraphMemories({ items: LANGGRAPH }));
  const ann = memory.scope("users", "ann");
  expect(await ann.get("food")).toEqual({ food_preference: "pizza" });
  expect(await contents(memory.scope("users", "bob"))).toEqual(["Likes trains"]);
  const changed = [{ ...LANGGRAPH[0], value: { food_preference: "sushi" } }];
  await importMemories(memory, langGraphMemories(changed));
  expect(await ann.get("food")).toEqual({ food_preference: "sushi" });
  const [{ id } = { id: "" }] = (await ann.list()).items;
  expect(await ann.history(id)).toHaveLength(2);
  const own = langGraphMemories(LANGGRAPH, { content: (_, key) => `item ${key}` });
  expect([...own].map(({ input }) => input.content)).toEqual(["item food", "item m1"]);
});

test("LangMem: documents of a manager and memories of a tool are found by their words", () => {
  const items = [
    { key: "1", value: { kind: "Memory", content: { content: "Prefers dark mode" } } },
    { key: "2", value: { kind: "Food", content: { likes: ["pizza"] } } },
    { key: "3", value: { content: "Likes trains" } },
  ].map((item) => ({ namespace: ["memories", "ann"], ...item }));
  expect([...langGraphMemories(items)].map(({ input }) => input.content)).toEqual([
    "Prefers dark mode",
    'Food: {"likes":["pizza"]}',
    "Likes trains",
  ]);
});

test("MCP: observations name their entity, types and relations are kept", async () => {
  const { memory } = testMemory();
  await importMemories(memory, mcpMemories([Buffer.from(MCP)]));
  expect(await contents(memory)).toEqual([
    "Acme (organization)",
    "Ann_Lee (person)",
    "Ann_Lee works at Acme",
    "Ann_Lee: Plays chess",
    "Ann_Lee: Speaks Norwegian",
  ]);
  const { items } = await memory.list({ filter: { entity: "Ann_Lee" } });
  expect(items.map(({ kind, metadata }) => [kind, metadata["entityType"]])).toEqual([
    ["entity", "person"],
    ["observation", "person"],
    ["observation", "person"],
  ]);
});

test("chat: roles, times and text parts are kept in a thread, instructions are not; a longer chat adds what is new", async () => {
  const { memory } = testMemory();
  await importMemories(memory, chatMemories(CHAT, { thread: "t" }));
  const { items } = await memory.list({ filter: { "@thread": "t" }, order: "asc" });
  const told = items.map(({ content, origin, trust, kind }) => [content, origin, trust, kind]);
  expect(told.toSorted((a, b) => compareText(String(a[0]), String(b[0])))).toEqual([
    ["My cat is afraid of rain", "user", 1, "message"],
    ["My cat is afraid of rain", "user", 1, "message"],
    ["Poor cat.", "assistant", 1, "message"],
    ["weather: rain", "tool", 0.5, "message"],
  ]);
  const times = items.flatMap(({ occurredAt }) => occurredAt?.toISOString() ?? []);
  expect(times.toSorted()).toEqual(["2023-11-14T22:13:20.000Z", "2023-11-14T22:14:00.000Z"]);
  const longer = [...CHAT.messages, { role: "user", content: "And of snow" }];
  expect(await importMemories(memory, chatMemories(longer, { thread: "t" }))).toMatchObject({
    stored: 1,
    duplicate: 4,
  });
});

test.each<readonly [string, () => Foreign, string]>([
  ["mem0 text", () => mem0Memories("text"), "mem0 export must be"],
  ["mem0 without list", () => mem0Memories({ count: 1 }), "results or memories"],
  [
    "mem0 item",
    () => mem0Memories([{ id: "1", memory: "x" }, null]),
    "results[1] must be an object",
  ],
  ["mem0 memory", () => mem0Memories([{ id: "1" }]), "results[0].memory must be a string"],
  ["mem0 id", () => mem0Memories([{ memory: "x" }]), "results[0].id"],
  ["mem0 time", () => mem0Memories([{ id: "1", memory: "x", created_at: "soon" }]), "created_at"],
  ["mem0 option", () => mem0Memories([], { by: [] } as never), '"by"'],
  [
    "LangGraph namespace",
    () => langGraphMemories([{ namespace: "a.b", key: "k", value: {} }]),
    "items[0].namespace",
  ],
  ["LangGraph key", () => langGraphMemories([{ namespace: [], value: {} }]), "items[0].key"],
  ["LangGraph value", () => langGraphMemories([{ namespace: [], key: "k" }]), "items[0].value"],
  ["MCP type", () => mcpMemories(`${MCP}\n{"type":"marker"}`), "line 4: type must be one of"],
  ["MCP JSON", () => mcpMemories("{"), "line 1 is not JSON"],
  [
    "MCP observation",
    () => mcpMemories('{"type":"entity","name":"a","entityType":"b","observations":[1]}'),
    "line 1: observations[0]",
  ],
  [
    "chat role",
    () => chatMemories([{ role: "god", content: "x" }], { thread: "t" }),
    "messages[0].role",
  ],
  [
    "chat content",
    () => chatMemories([{ role: "user", content: 7 }], { thread: "t" }),
    "messages[0].content",
  ],
  ["chat thread", () => chatMemories([], {} as never), "options.thread"],
  [
    "a __proto__",
    () => mem0Memories(JSON.parse('[{"id":"1","memory":"x","metadata":{"__proto__":{"a":1}}}]')),
    "__proto__",
  ],
  [
    "no foreign memory",
    () => [{ content: "x" } as never],
    "memories[0] must be an object with scope and input",
  ],
  [
    "a wrong input",
    () => [{ scope: [], input: { content: "x", trust: 2 } }],
    "memories[0].input.trust",
  ],
])(
  "what is wrong with %s is named, and nothing is skipped in silence",
  async (_, read, message) => {
    const { memory } = testMemory();
    const error = await rejection(async () => importMemories(memory, read()));
    expect(error.code).toBe("invalid-input");
    expect(error.message).toContain(message);
  },
);

test("what is imported goes through plugins, in batches, with actor and progress", async () => {
  const plugin = definePlugin({
    id: "no-secrets",
    hooks: {
      beforeRemember: (input) => (input.content.includes("7") ? { veto: "seven" } : input),
    },
  });
  const { memory } = testMemory({ plugins: [plugin] });
  const items = Array.from({ length: 1_100 }, (_, n) => ({ id: String(n), memory: `memory ${n}` }));
  const told: number[] = [];
  const report = await importMemories(memory, mem0Memories(items), {
    actor: "migration",
    onProgress: ({ stored, rejected }) => told.push(stored + rejected),
  });
  expect(told).toEqual([500, 1_000, 1_100]);
  const sevens = items.filter(({ id }) => id.includes("7")).length;
  expect(report).toEqual({ stored: 1_100 - sevens, rejected: sevens, queued: 0, duplicate: 0 });
  const [{ id } = { id: "" }] = (await memory.list({ limit: 1 })).items;
  expect((await memory.history(id))[0]?.actor).toBe("migration");
});
