import { definePlugin } from "@kioku/core";
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

const ONE = asked("1", "one");
const TWO = answered("2", "two");
const THREE = asked("3", "three");

/** Refuses what says so. */
const veto = definePlugin({
  id: "polite",
  hooks: {
    beforeRemember: ({ content }) => (content.includes("rude") ? { veto: "be polite" } : undefined),
  },
});

describe.each(CHAT_STORES)("$name", ({ create }) => {
  test("a list that is all of the chat gives the log its order, whatever is new in it or was moved", async () => {
    const memory = openChats({ store: create() });
    const log = chatLog(memory);
    await log.append("chat", [ONE, THREE]);
    const before = (await memory.list({ orderBy: "key" })).items;
    for (const list of [
      [ONE, TWO, THREE],
      [THREE, ONE],
      [TWO, THREE, ONE],
    ]) {
      await log.append("chat", list, { forgetOthers: true, actor: "app", cause: "edit" });
      expect(await log.load("chat")).toEqual(list);
      await log.append("chat", list, { forgetOthers: true });
    }
    const [first] = before;
    const history = await memory.history(first?.id ?? "");
    expect(history.map(({ change, actor, cause }) => [change, actor, cause])).toEqual([
      ["created", undefined, undefined],
      ["updated", "app", "edit"],
      ["updated", "app", "edit"],
    ]);
    await log.append("chat", [asked("4", "four")]);
    expect(idsOf(await log.load("chat"))).toEqual(["2", "3", "1", "4"]);
  });

  test("a message that changes and moves at the same time does both", async () => {
    const log = chatLog(openChats({ store: create() }));
    await log.append("chat", [ONE, calling("2"), THREE]);
    const told = calling("2", { output: "rain", text: "It rains." });
    const list = [answered("0", "zero"), ONE, told, asked("3", "changed")];
    await log.append("chat", list, { forgetOthers: true });
    expect(await log.load("chat")).toEqual(list);
  });
});

test("without that word, what was forgotten in the middle comes at the end", async () => {
  const memory = openChats();
  const log = chatLog(memory);
  await log.append("chat", [ONE, TWO, THREE]);
  const [first] = (await memory.list({ orderBy: "key" })).items;
  await memory.forget(first?.id ?? "");
  await log.append("chat", [ONE, TWO, THREE]);
  expect(idsOf(await log.load("chat"))).toEqual(["2", "3", "1"]);
  await log.append("chat", [ONE, TWO, THREE], { forgetOthers: true });
  expect(idsOf(await log.load("chat"))).toEqual(["1", "2", "3"]);
});

test("two machines that put a chat in one order at the same time come to this order", async () => {
  const log = chatLog(openChats());
  await log.append("chat", [ONE, THREE]);
  const list = [THREE, TWO, ONE];
  await Promise.all([1, 2, 3].map(() => log.append("chat", list, { forgetOthers: true })));
  expect(await log.load("chat")).toEqual(list);
});

test("a veto keeps from nothing but the message that it is about", async () => {
  const log = chatLog(openChats({ plugins: [veto] }));
  await log.append("chat", [ONE, TWO, asked("9", "of an old branch")]);
  const list = [asked("1", "rude now"), THREE, answered("4", "a rude one"), TWO];
  const failure = await failureOf(() => log.append("chat", list, { forgetOthers: true }));
  expect(failure.code).toBe("rejected-by-plugin");
  expect(failure.message).toContain("be polite");
  expect(await log.load("chat")).toEqual([ONE, THREE, TWO]);
});

test("a change that costs trust and is refused leaves text and trust as they were, and the others are written", async () => {
  const memory = openChats({ plugins: [veto] });
  const log = chatLog(memory);
  await log.append("chat", [
    calling("a1", { text: "Let me look." }),
    calling("a2", { text: "Hm." }),
  ]);
  const facts = async () =>
    (await memory.list({ orderBy: "key" })).items.map(({ content, trust, version }) => [
      content,
      trust,
      version,
    ]);
  const rude = calling("a1", { output: "rain", text: "A rude answer" });
  const kind = calling("a2", { output: "rain", text: "It rains." });
  const failure = await failureOf(() => log.append("chat", [rude, kind, THREE]));
  expect(failure.code).toBe("rejected-by-plugin");
  expect(await facts()).toEqual([
    ["Let me look.", 1, 1],
    ["It rains.", 0.5, 2],
    ["three", 1, 1],
  ]);
  expect((await memory.history((await memory.list()).items[1]?.id ?? "")).length).toBe(2);
});

test("a change that costs trust is never there by half, also if the process ends in it", async () => {
  for (const text of [undefined, "Let me look."]) {
    let writes = 0;
    const memory = openChats({
      plugins: [
        {
          id: "crash",
          hooks: {
            beforeRemember: () => {
              writes += 1;
              if (writes === 3) throw new Error("the process ends");
            },
          },
        },
      ],
    });
    const log = chatLog(memory);
    await log.append("chat", [calling("a1", text === undefined ? {} : { text })]);
    const told = calling("a1", { output: "rain", text: "It rains." });
    await log.append("chat", [told]).catch(() => undefined);
    expect((await memory.list()).items[0]).toMatchObject({ content: "It rains.", trust: 0.5 });
    await log.append("chat", [told]);
    expect(await memory.recall("rains")).toHaveLength(1);
    expect(await log.load("chat")).toEqual([told]);
  }
});

test("an answer that loses its words with its trust is no longer recalled", async () => {
  const memory = openChats();
  const log = chatLog(memory);
  await log.append("chat", [calling("a1", { text: "The weather is wet." })]);
  await log.append("chat", [calling("a1", { output: "rain" })]);
  const [record] = (await memory.list()).items;
  expect(record?.metadata["aiSdkMessage"]).toBeUndefined();
  expect(await memory.recall("weather")).toEqual([]);
});

test("more messages than a filter can name are found where they are", async () => {
  const memory = openChats();
  const log = chatLog(memory);
  const all = Array.from({ length: 1_101 }, (_, index) => asked(`u${index}`, `Number ${index}`));
  await log.append("other", all.slice(0, 3));
  await log.append("chat", all);
  await log.append("chat", [...all.slice(0, 700), asked("u700", "Another one"), ...all.slice(701)]);
  const { items } = await memory.list({ filter: { "@version": 2 } });
  expect(items.map(({ content }) => content)).toEqual(["Another one"]);
  expect(await log.load("other")).toEqual(all.slice(0, 3));
});

test.each(["a\u0000", "\uD800"])("a chat id that no record can have is refused: %j", async (id) => {
  const log = chatLog(openChats());
  for (const call of [() => log.append(id, [ONE]), () => log.load(id), () => log.clear(id)]) {
    const failure = await failureOf(call);
    expect(failure.code).toBe("invalid-input");
    expect(failure.message).toMatch(/^chatId must be a text without NUL and lone surrogates/u);
  }
});
