import { createMemory, inMemoryStore } from "@kioku/core";
import type { MemoryRoot } from "@kioku/core";
import type { CompleteStore } from "@kioku/core/toolkit";
import { sqliteStore } from "@kioku/store-sqlite";
import { AIMessage, HumanMessage, RemoveMessage, ToolMessage } from "@langchain/core/messages";
import type { BaseMessage } from "@langchain/core/messages";
import { assert, asyncProperty, dictionary, jsonValue, string } from "fast-check";
import { afterEach, expect, test } from "vitest";

import { MemoryChatHistory } from "../../src/index.js";
import { SAMPLE_MESSAGES } from "../support/sample-messages.js";

const STORES: Readonly<Record<string, () => CompleteStore>> = {
  "in memory": () => inMemoryStore(),
  "on SQLite": () => sqliteStore({ path: ":memory:" }),
};
const open: MemoryRoot[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((memory) => memory.close()));
});

function historyOn(store: CompleteStore): MemoryChatHistory {
  const memory = createMemory({ store });
  open.push(memory);
  return new MemoryChatHistory({ memory, sessionId: "s1", index: false });
}

/** Everything that can be seen of a message. */
function seenOf(message: BaseMessage | undefined): unknown {
  return {
    constructor: message?.constructor,
    id: message?.lc_id,
    json: message?.toJSON(),
    dict: message?.toDict(),
    text: message?.text,
    blocks: message?.contentBlocks,
  };
}

const CASES = Object.keys(STORES).flatMap((store) =>
  Object.keys(SAMPLE_MESSAGES).map((name) => [name, store] as const),
);

test.each(CASES)("%s comes back as it was, %s", async (name, storeName) => {
  const make = SAMPLE_MESSAGES[name] as () => BaseMessage;
  const history = historyOn((STORES[storeName] as () => CompleteStore)());
  const added = make();
  await history.addMessages([added]);
  expect(added, "adding changes nothing").toEqual(make());
  const [message] = await history.getMessages();
  expect(message).toEqual(make());
  expect(seenOf(message)).toEqual(seenOf(make()));
  // And once more: what came back is as good as what was added.
  await history.clear();
  await history.addMessage(message as BaseMessage);
  expect(await history.getMessages()).toEqual([make()]);
});

test("a message that was changed after it was made comes back as it is now", async () => {
  const history = historyOn(inMemoryStore());
  const message = new AIMessage("one");
  message.name = "writer";
  message.content = "two";
  Object.assign(message, { mark: "own" });
  await history.addMessage(message);
  const [back] = await history.getMessages();
  expect(back).toEqual(message);
  expect(back?.toJSON()).toEqual(message.toJSON());
});

test("a removal is known by its type, since bundlers shorten the name of its class", async () => {
  const history = historyOn(inMemoryStore());
  const name = Object.getOwnPropertyDescriptor(RemoveMessage, "name") ?? {};
  Object.defineProperty(RemoveMessage, "name", { ...name, value: "q" });
  try {
    await history.addMessage(new RemoveMessage({ id: "h1" }));
    expect(await history.getMessages()).toEqual([new RemoveMessage({ id: "h1" })]);
  } finally {
    Object.defineProperty(RemoveMessage, "name", name);
  }
});

test("chunks that came back can be put together with others", async () => {
  const history = historyOn(inMemoryStore());
  const make = SAMPLE_MESSAGES["an ai chunk"] as () => BaseMessage;
  await history.addMessage(make());
  const [chunk] = (await history.getMessages()) as unknown as {
    concat(other: BaseMessage): BaseMessage;
  }[];
  const other = make() as unknown as { concat(other: BaseMessage): BaseMessage };
  expect(chunk?.concat(make())).toEqual(other.concat(make()));
});

test.each(Object.keys(STORES))(
  "whatever JSON holds comes back, also what a memory does not keep as it is, %s",
  async (storeName) => {
    const history = historyOn((STORES[storeName] as () => CompleteStore)());
    let deep: unknown = new Uint8Array([7]);
    for (let level = 0; level < 40; level += 1) deep = level % 2 ? [deep] : { deep };
    const artifact = {
      nul: "a\0b",
      half: "\uD83D",
      deep,
      "a\0key": 1,
      $kioku: "bytes",
      of: "AAAA",
      nested: { $kioku: "json", of: "{", date: new Date(0) },
      proto: JSON.parse('{"__proto__":{"polluted":true}}') as object,
      lc: 1,
      __lc_escaped__: { lc: 2 },
      ...(JSON.parse('{"__proto__":{"polluted":true}}') as object),
    };
    const message = new ToolMessage({ content: "x\0\uD83D", tool_call_id: "c", artifact });
    await history.addMessage(message);
    const [back] = (await history.getMessages()) as ToolMessage[];
    expect(back?.content).toBe("x\0\uD83D");
    expect(back?.artifact).toEqual(artifact);
    expect(Object.getOwnPropertyNames(back?.artifact)).toEqual(
      expect.arrayContaining(Object.keys(artifact)),
    );
    expect(
      Object.getOwnPropertyNames((back?.artifact as { proto?: object } | undefined)?.proto ?? {}),
    ).toEqual(["__proto__"]);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  },
);

test("any JSON comes back from additional_kwargs", async () => {
  const history = historyOn(inMemoryStore());
  const anything = dictionary(string({ unit: "binary" }), jsonValue({ stringUnit: "binary" }));
  await assert(
    asyncProperty(anything, async (extras) => {
      await history.clear();
      await history.addMessage(new HumanMessage({ content: "x", additional_kwargs: { extras } }));
      const [message] = await history.getMessages();
      expect(JSON.stringify(message?.additional_kwargs["extras"])).toBe(JSON.stringify(extras));
    }),
    { numRuns: 200 },
  );
});

const CYCLE: Record<string, unknown> = {};
CYCLE["self"] = CYCLE;
let endless: unknown = 1;
for (let level = 0; level < 5_000; level += 1) endless = [endless];

test.each([
  ["a function", () => 1, "messages[1].additional_kwargs.it must be JSON"],
  ["a hole in a list", [1, undefined], "messages[1].additional_kwargs.it[1] must be JSON"],
  ["a bigint", 1n, "messages[1].additional_kwargs.it must be JSON"],
  ["a map", new Map(), "messages[1].additional_kwargs.it must be JSON"],
  [
    "an object of a class",
    new URL("https://example.org"),
    "messages[1].additional_kwargs.it must be",
  ],
  ["an invalid date", new Date(Number.NaN), "messages[1].additional_kwargs.it must be"],
  ["a cycle", CYCLE, "messages[1].additional_kwargs.it.self must be JSON without cycles"],
  ["what is endlessly deep", endless, "must be at most 500 levels deep"],
])("%s is refused by the place it has, and nothing is written", async (_, it, problem) => {
  const history = historyOn(inMemoryStore());
  const bad = new HumanMessage({ content: "two", additional_kwargs: { it } });
  const adding = history.addMessages([new HumanMessage("one"), bad]);
  await expect(adding).rejects.toMatchObject({
    code: "invalid-input",
    message: expect.stringContaining(problem) as string,
  });
  expect(await history.getMessages()).toEqual([]);
});

test("a message too large for a memory is refused, and nothing is written", async () => {
  const history = historyOn(inMemoryStore());
  const large = new HumanMessage({
    content: [{ type: "image_url", image_url: "A".repeat(1_048_577) }],
  });
  await expect(history.addMessages([new HumanMessage("one"), large])).rejects.toMatchObject({
    code: "invalid-input",
    message: expect.stringMatching(
      /^messages\[1\] must be at most 1048576 characters as JSON, but is 10\d+; keep pictures/u,
    ) as string,
  });
  expect(await history.getMessages()).toEqual([]);
});

class OwnMessage extends HumanMessage {
  static override lc_name(): string {
    return "OwnMessage";
  }
}

test.each([
  ["no message", { role: "user", content: "secret" }, "messages[0] must be a message of LangChain"],
  ["a text", "secret", "messages[0] must be a message of LangChain"],
  ["nothing", undefined, "messages[0] must be a message of LangChain"],
  ["a message of a class of one's own", new OwnMessage("secret"), "not OwnMessage"],
])("%s is refused without a word of it", async (_, message, problem) => {
  const adding = historyOn(inMemoryStore()).addMessages([message as BaseMessage]);
  await expect(adding).rejects.toMatchObject({
    code: "invalid-input",
    message: expect.stringContaining(problem) as string,
  });
  await expect(adding).rejects.not.toThrow("secret");
});
