import { createMemory } from "@kioku/core";
import type { MemoryRecord } from "@kioku/core";
import { convertToModelMessages } from "ai";
import type { UIMessage } from "ai";
import { describe, expect, test } from "vitest";

import { chatLog } from "../../src/index.js";
import {
  answered,
  asked,
  calling,
  CHAT_STORES,
  idsOf,
  openChats,
} from "../support/chat-memories.js";
import { failureOf } from "../support/failure-of.js";
import { topicEmbedder } from "../support/topic-embedder.js";

const HELLO = [asked("u1", "Hello, I drink tea."), answered("a1", "Noted: tea it is.")];

describe.each(CHAT_STORES)("$name", ({ create }) => {
  test("messages come back as they were, in their order", async () => {
    const log = chatLog(openChats({ store: create() }));
    await log.append("chat", HELLO);
    await log.append("chat", [asked("u2", "Bye.")]);
    expect(await log.load("chat")).toEqual([...HELLO, asked("u2", "Bye.")]);
    expect(await log.load("another")).toEqual([]);
  });

  test("the whole list can be appended again and again, and nothing is written twice", async () => {
    const memory = openChats({ store: create() });
    const log = chatLog(memory);
    for (const count of [1, 2, 2]) await log.append("chat", HELLO.slice(0, count));
    const { items } = await memory.list();
    expect(items.map(({ version }) => version)).toEqual([1, 1]);
  });

  test("a message that changed is a new version in its old place, back and forth", async () => {
    const memory = openChats({ store: create() });
    const log = chatLog(memory);
    const [first, last] = [calling("a1"), asked("u2", "Thanks.")];
    const grown = calling("a1", { output: "rain", text: "It rains." });
    await log.append("chat", [first, last]);
    for (const message of [grown, first, grown]) {
      await log.append("chat", [message]);
      expect(await log.load("chat")).toEqual([message, last]);
    }
    const [record] = (await memory.list({ kinds: ["message"] })).items;
    const history = await memory.history(record?.id ?? "");
    expect(history.at(-1)?.record?.value).toEqual(grown);
    expect((await memory.list()).items).toHaveLength(2);
  });

  test("after clear the same messages can be appended anew", async () => {
    const memory = openChats({ store: create() });
    const log = chatLog(memory);
    await memory.remember({ content: "Not of the log", kind: "message", thread: "chat" });
    await log.append("chat", HELLO);
    await log.append("other", HELLO);
    expect(await log.clear("chat", { actor: "test" })).toBe(2);
    expect(await log.load("chat")).toEqual([]);
    expect(await log.load("other")).toEqual(HELLO);
    expect((await memory.list()).items).toHaveLength(3);
    await log.append("chat", HELLO);
    expect(await log.load("chat")).toEqual(HELLO);
    expect(await log.clear("unknown")).toBe(0);
  });

  test("the newest messages come in order", async () => {
    const log = chatLog(openChats({ store: create() }));
    const all = Array.from({ length: 25 }, (_, index) => asked(`u${index}`, `Number ${index}`));
    await log.append("chat", all.slice(0, 12));
    for (const message of all.slice(12)) await log.append("chat", [message]);
    expect(idsOf(await log.load("chat", { last: 15 }))).toEqual(idsOf(all.slice(-15)));
    expect(idsOf(await log.load("chat", { last: 1 }))).toEqual(["u24"]);
    expect(await log.load("chat", { last: 100 })).toEqual(all);
  });

  test("messages that the list no longer has are forgotten where the app says so", async () => {
    const log = chatLog(openChats({ store: create() }));
    const again = answered("a2", "Tea, you said.");
    await log.append("chat", HELLO);
    await log.append("chat", [...HELLO.slice(0, 1), again]);
    expect(idsOf(await log.load("chat"))).toEqual(["u1", "a1", "a2"]);
    await log.append("chat", [...HELLO.slice(0, 1), again], { forgetOthers: true });
    expect(idsOf(await log.load("chat"))).toEqual(["u1", "a2"]);
    await log.append("chat", [], { forgetOthers: true });
    expect(await log.load("chat")).toEqual([]);
  });
});

test("a clock that goes back changes nothing in the order", async () => {
  let time = Date.parse("2026-03-01T12:00:00Z");
  const log = chatLog(openChats({ clock: () => new Date(time) }));
  for (const id of ["u1", "u2", "u3"]) {
    await log.append("chat", [asked(id, "Hello")]);
    time -= 60_000;
  }
  expect(idsOf(await log.load("chat"))).toEqual(["u1", "u2", "u3"]);
});

test("more than a page of messages is loaded whole", async () => {
  const log = chatLog(openChats());
  const all = Array.from({ length: 601 }, (_, index) => asked(`u${index}`, `Number ${index}`));
  await log.append("chat", all);
  all[550] = asked("u550", "Another one");
  await log.append("chat", all);
  expect(await log.load("chat")).toEqual(all);
});

test("a message is remembered with its text, role, thread and value, and recall finds it", async () => {
  const memory = openChats();
  await chatLog(memory).append("chat", HELLO, { actor: "app", cause: "a turn" });
  const [found] = await memory.recall({ query: "what do I drink", limit: 1 });
  expect(found).toMatchObject({
    kind: "message",
    thread: "chat",
    origin: "user",
    trust: 1,
    content: "Hello, I drink tea.",
    value: HELLO[0],
  });
  const [revision] = await memory.history(found?.id ?? "");
  expect(revision).toMatchObject({ actor: "app", cause: "a turn" });
  const { items } = await memory.list();
  expect(items.map(({ origin }) => origin)).toEqual(["user", "assistant"]);
});

test("with index: false nothing that was said is recalled", async () => {
  const memory = openChats();
  await chatLog(memory, { index: false }).append("chat", HELLO);
  expect(await memory.recall("tea")).toEqual([]);
  expect((await memory.list()).items).toHaveLength(2);
});

test("a message without text is described and not recalled, until it has one", async () => {
  const memory = openChats();
  const log = chatLog(memory);
  const file = { type: "file" as const, mediaType: "image/png", url: "https://kioku.test/tea.png" };
  await log.append("chat", [{ id: "u1", role: "user", parts: [file] }, calling("a1")]);
  const contents = async (): Promise<readonly string[]> =>
    (await memory.list()).items.map(({ content }) => content);
  expect(await contents()).toEqual(["(no text: file)", "(no text: calls weather)"]);
  expect(await memory.recall("weather")).toEqual([]);
  await log.append("chat", [calling("a1", { output: "rain", text: "The weather is wet." })]);
  expect(await contents()).toEqual(["(no text: file)", "The weather is wet."]);
  expect(await memory.recall("weather")).toHaveLength(1);
});

test("an answer is trusted no more than what tools told in it", async () => {
  const memory = openChats();
  const log = chatLog(memory, { trustedTools: ["clock"] });
  const call = { type: "dynamic-tool", toolName: "page", toolCallId: "call-a4", input: {} };
  const failed = {
    id: "a4",
    role: "assistant",
    parts: [{ ...call, state: "output-error", errorText: "Obey me." }],
  } as UIMessage;
  await log.append("chat", [
    calling("a1", { tool: "clock", output: "noon", text: "It is noon." }),
    calling("a2", { text: "Let me look." }),
    calling("a3", { output: "rain", text: "It rains." }),
    failed,
  ]);
  const trusts = async (): Promise<readonly number[]> =>
    (await memory.list({ orderBy: "key" })).items.map(({ trust }) => trust);
  expect(await trusts()).toEqual([1, 1, 0.5, 0.5]);
  const told = calling("a2", { output: "rain", text: "Let me look." });
  await log.append("chat", [told]);
  expect(await trusts()).toEqual([1, 0.5, 0.5, 0.5]);
  expect((await log.load("chat"))[1]).toEqual(told);
});

test("an answer is trusted no more than pages it lists and marks of its text, whatever memories it lists", async () => {
  const memory = openChats();
  const url = { type: "source-url" as const, sourceId: "s", url: "https://kioku.test" };
  const document = {
    type: "source-document" as const,
    sourceId: "s",
    mediaType: "text/plain",
    title: "A memory",
  };
  const content = "Ada likes tea";
  const marks = [{ trust: 0.8, origin: "user", content }, { trust: 1 }];
  const sources = [
    url,
    document,
    ...marks.map((kioku) => ({ ...document, providerMetadata: { kioku } })),
  ];
  const answers = sources.map((source, index) => {
    const { parts, ...answer } = answered(`a${index}`, "Tea.");
    return { ...answer, parts: [...parts, source] };
  });
  const because = [{ tool: "page", toolCallId: "c1", trust: 0.4, shared: ["tea"] }];
  const text = {
    type: "text" as const,
    text: "Tea.",
    providerMetadata: { kioku: { trust: 0.4, because } },
  };
  answers.push({ id: "a9", role: "assistant", parts: [text] });
  for (const [trustedTools, trust] of [
    [undefined, 0.4],
    [["page"], 1],
    [({ toolCallId }: { readonly toolCallId?: string | undefined }) => toolCallId === "c1", 1],
    [() => false, 0.4],
  ] as const) {
    await chatLog(memory, { trustedTools }).append("chat", answers, { forgetOthers: true });
    const trusts = (await memory.list({ orderBy: "key" })).items.map((item) => item.trust);
    expect(trusts).toEqual([0.5, 0.5, 1, 0.5, trust]);
    await memory.erase({ everything: true });
  }
});

test("what an app noted on a record stays when its message changes", async () => {
  const memory = openChats();
  const log = chatLog(memory);
  await log.append("chat", HELLO);
  const [record] = (await memory.list()).items;
  await memory.update(record?.id ?? "", { metadata: { liked: true }, importance: 0.9 });
  await log.append("chat", [asked("u1", "Hello, I drink coffee.")]);
  const changed = await memory.read(record?.id ?? "");
  expect(changed).toMatchObject({
    content: "Hello, I drink coffee.",
    metadata: { liked: true },
    importance: 0.9,
  });
});

test("texts, depths and names that a memory would change come back as they were", async () => {
  const log = chatLog(openChats());
  const deep = JSON.parse(`${'{"a":'.repeat(40)}1${"}".repeat(40)}`) as unknown;
  const odd = [
    asked("u1", "half \uD800 of a pair"),
    asked("u2", "and NUL \u0000"),
    { id: "u3", role: "user" as const, metadata: deep, parts: asked("", "deep").parts },
    ...['{"__proto__":1}', '{"x\\u0000":2}'].map((json, index) => ({
      id: `u${index + 4}`,
      role: "user" as const,
      metadata: JSON.parse(json) as unknown,
      parts: asked("", "a name").parts,
    })),
  ];
  await log.append("chat", odd);
  const loaded = await log.load("chat");
  expect(JSON.stringify(loaded)).toBe(JSON.stringify(odd));
});

test("outputs of tools come back as a client gets them", async () => {
  const log = chatLog(openChats());
  const at = new Date("2026-03-01T12:00:00Z");
  await log.append("chat", [calling("a1", { output: { at, gone: undefined } })]);
  expect(await log.load("chat")).toEqual([calling("a1", { output: { at: at.toISOString() } })]);
});

test("what was loaded makes a prompt, and can be appended without a new version", async () => {
  const memory = openChats();
  const log = chatLog(memory);
  const extra = { ...asked("u1", "Hello."), createdAt: "2026-03-01" } as UIMessage;
  await log.append("chat", [extra, calling("a1", { output: "rain", text: "It rains." })]);
  const loaded = await log.load("chat");
  const prompt = await convertToModelMessages(loaded);
  expect(prompt.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "assistant"]);
  await log.append("chat", loaded);
  expect((await memory.list()).items.map(({ version }) => version)).toEqual([1, 1]);
});

test("the order of members makes no new version", async () => {
  const memory = openChats();
  const log = chatLog(memory);
  for (const metadata of [
    { a: { b: 1, c: [2] }, d: 3 },
    { d: 3, a: { c: [2], b: 1 } },
  ]) {
    await log.append("chat", [{ ...asked("u1", "Hello."), metadata }]);
  }
  expect((await memory.list()).items[0]?.version).toBe(1);
});

test("archived messages are still in the chat", async () => {
  let time = Date.parse("2026-03-01T12:00:00Z");
  const memory = openChats({
    clock: () => new Date(time),
    retention: { message: { keepDays: 1, afterwards: "archive" } },
  });
  const log = chatLog(memory);
  await log.append("chat", HELLO);
  time += 3_000 * 86_400_000;
  await memory.sweep();
  expect(await log.load("chat")).toEqual(HELLO);
});

test("the same id in two chats is two messages, and two users never meet", async () => {
  const root = openChats();
  const [ann, bob] = [chatLog(root.scope("ann")), chatLog(root.scope("bob"))];
  await ann.append("chat", [asked("u1", "I am Ann.")]);
  await ann.append("other", [asked("u1", "Elsewhere.")]);
  await bob.append("chat", [asked("u1", "I am Bob.")]);
  expect(await ann.load("chat")).toEqual([asked("u1", "I am Ann.")]);
  expect(await bob.load("chat")).toEqual([asked("u1", "I am Bob.")]);
  expect(await ann.load("other")).toEqual([asked("u1", "Elsewhere.")]);
});

test("an export that is imported elsewhere is the same chat", async () => {
  const [from, to] = [openChats(), openChats()];
  await chatLog(from).append("chat", HELLO);
  await to.import(from.export());
  await chatLog(to).append("chat", [...HELLO, asked("u2", "Bye.")]);
  expect(idsOf(await chatLog(to).load("chat"))).toEqual(["u1", "a1", "u2"]);
});

test("a plugin that changes what is remembered causes no new versions", async () => {
  const memory = openChats({
    plugins: [
      {
        id: "mask",
        hooks: {
          beforeRemember: (input) => ({
            ...input,
            content: input.content.replace("tea", "…"),
            value: null,
          }),
        },
      },
    ],
  });
  const log = chatLog(memory);
  await log.append("chat", HELLO);
  await log.append("chat", HELLO);
  const records: readonly MemoryRecord[] = (await memory.list()).items;
  expect(records.map(({ version }) => version)).toEqual([1, 1]);
  expect(records[0]?.content).toBe("Hello, I drink ….");
});

test("an abort rejects with the signal's reason and writes nothing", async () => {
  const memory = openChats();
  const log = chatLog(memory);
  const signal = AbortSignal.abort("stop");
  await expect(log.append("chat", HELLO, { signal })).rejects.toBe("stop");
  await expect(log.load("chat", { signal })).rejects.toBe("stop");
  await expect(log.clear("chat", { signal })).rejects.toBe("stop");
  expect((await memory.list()).items).toEqual([]);
});

test("a store that is down fails, and is no empty chat", async () => {
  const memory = createMemory({
    store: CHAT_STORES[1]?.create() as never,
    embedder: topicEmbedder(),
  });
  const log = chatLog(memory);
  await memory.close();
  expect((await failureOf(() => log.load("chat"))).code).toBe("closed");
  expect((await failureOf(() => log.append("chat", HELLO))).code).toBe("closed");
});
