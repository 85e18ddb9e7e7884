import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createMemory } from "@kioku/core";
import type { Memory } from "@kioku/core";
import { sqliteStore } from "@kioku/store-sqlite";
import { expect, onTestFinished, test } from "vitest";

import { chatLog } from "../../src/index.js";
import { answered, asked, calling, idsOf, openChats } from "../support/chat-memories.js";
import { topicEmbedder } from "../support/topic-embedder.js";

/** Two memories over one file, as two processes have them, with clocks an hour apart. */
async function twoMachines(): Promise<readonly [Memory, Memory]> {
  const folder = mkdtempSync(join(tmpdir(), "kioku-chat-"));
  const machines = [0, 3_600_000].map((lateMs) =>
    createMemory({
      store: sqliteStore({ path: join(folder, "chats.db") }),
      embedder: topicEmbedder(),
      clock: () => new Date(Date.parse("2026-03-01T12:00:00Z") - lateMs),
    }),
  );
  onTestFinished(async () => {
    for (const machine of machines) await machine.close();
    rmSync(folder, { recursive: true });
  });
  // So that none is ahead of the other because it has opened the file.
  for (const machine of machines) await machine.list();
  return machines as unknown as readonly [Memory, Memory];
}

/** A memory some of whose methods are others. */
function withMethods(memory: Memory, methods: Partial<Memory>): Memory {
  return new Proxy(memory, {
    get(target, name): unknown {
      if (Object.hasOwn(methods, name)) return Reflect.get(methods, name);
      const member: unknown = Reflect.get(target, name);
      return typeof member === "function" ? (member.bind(target) as unknown) : member;
    },
  });
}

const TURN = [asked("u1", "Hello."), answered("a1", "Hi.")];

test("a list that two machines append at once is there once, in its order", async () => {
  const [here, there] = await twoMachines();
  const logs = [here, there, here, there].map((memory) => chatLog(memory));
  await Promise.all(logs.map((log) => log.append("chat", TURN)));
  expect(await chatLog(here).load("chat")).toEqual(TURN);
  const { items } = await there.list();
  expect(items.map(({ version }) => version)).toEqual([1, 1]);
});

test("a machine whose clock is late still comes after what was there", async () => {
  const [here, late] = await twoMachines();
  await chatLog(here).append("chat", TURN);
  await chatLog(late).append("chat", [asked("u2", "More.")]);
  await chatLog(here).append("chat", [answered("a2", "Sure.")]);
  for (const memory of [here, late]) {
    expect(idsOf(await chatLog(memory).load("chat"))).toEqual(["u1", "a1", "u2", "a2"]);
  }
});

test("what two calls add at once stays together, and all of it is there", async () => {
  const memory = openChats();
  const log = chatLog(memory);
  await log.append("chat", TURN);
  const turns = Array.from({ length: 8 }, (_, index) => [
    asked(`u-${index}`, "Hello."),
    answered(`a-${index}`, "Hi."),
  ]);
  await Promise.all(turns.map((turn) => log.append("chat", [...TURN, ...turn])));
  const ids = idsOf(await log.load("chat"));
  expect(ids.slice(0, 2)).toEqual(["u1", "a1"]);
  expect(ids).toHaveLength(18);
  for (let index = 2; index < ids.length; index += 2) {
    expect(ids[index + 1]).toBe(ids[index]?.replace("u", "a"));
  }
});

test("of two contents of one new message that come at once, the loser is written over the winner", async () => {
  const [here, there] = await twoMachines();
  const versions = [calling("a1"), calling("a1", { tool: "clock" })];
  await Promise.all([
    chatLog(here).append("chat", [asked("u1", "Rain?"), ...versions.slice(0, 1)]),
    chatLog(there).append("chat", [asked("u1", "Rain?"), ...versions.slice(1)]),
  ]);
  const loaded = await chatLog(here).load("chat");
  expect(idsOf(loaded)).toEqual(["u1", "a1"]);
  expect(versions).toContainEqual(loaded[1]);
  const { items } = await here.list({ orderBy: "key" });
  expect(items.map(({ version }) => version)).toEqual([1, 2]);
});

test("the same change by two machines is one new version", async () => {
  const [here, there] = await twoMachines();
  await chatLog(here).append("chat", [asked("u1", "Rain?"), calling("a1")]);
  const grown = calling("a1", { output: "rain" });
  // So that the change is not also one of trust.
  const logs = [here, there].map((memory) => chatLog(memory, { trustedTools: ["weather"] }));
  await Promise.all(logs.map((log) => log.append("chat", [grown])));
  const { items } = await here.list({ orderBy: "key" });
  expect(items.map(({ version }) => version)).toEqual([1, 2]);
});

test("the same change that costs trust, by two machines, is made once", async () => {
  const [here, there] = await twoMachines();
  await chatLog(here).append("chat", [calling("a1", { text: "Let me look." })]);
  const told = calling("a1", { output: "rain", text: "It rains." });
  await Promise.all([here, there].map((memory) => chatLog(memory).append("chat", [told])));
  const { items } = await here.list();
  expect(items.map(({ version, trust }) => [version, trust])).toEqual([[2, 0.5]]);
});

test("what is appended while a lost race is looked at again stays, also where others are forgotten", async () => {
  const memory = openChats();
  const log = chatLog(memory);
  let isFirst = true;
  const late: Memory = withMethods(memory, {
    rememberAll: async (...given: Parameters<Memory["rememberAll"]>) => {
      if (isFirst) {
        isFirst = false;
        await log.append("chat", [asked("u1", "Otherwise."), asked("u2", "Meanwhile.")]);
      }
      return memory.rememberAll(...given);
    },
  });
  await chatLog(late).append("chat", [asked("u1", "So.")], { forgetOthers: true });
  expect(await log.load("chat")).toEqual([asked("u1", "So."), asked("u2", "Meanwhile.")]);
});

test("what is appended while others are forgotten stays", async () => {
  const memory = openChats();
  const log = chatLog(memory);
  await log.append("chat", TURN);
  const list = memory.list.bind(memory);
  let appended: Promise<void> | undefined;
  const slow: Memory = withMethods(memory, {
    list: async (...given: Parameters<Memory["list"]>) => {
      const page = await list(...given);
      appended ??= log.append("chat", [asked("u2", "Meanwhile.")]);
      await appended;
      return page;
    },
  });
  await chatLog(slow).append("chat", [...TURN.slice(0, 1), answered("a3", "Anew.")], {
    forgetOthers: true,
  });
  expect(idsOf(await log.load("chat")).toSorted()).toEqual(["a3", "u1", "u2"]);
});

test("messages that others change all the time are a conflict to try again", async () => {
  const memory = openChats();
  const log = chatLog(memory);
  await log.append("chat", [asked("u1", "0")]);
  const fake: Memory = withMethods(memory, {
    list: async () => ({ items: [] }),
  });
  await expect(chatLog(fake).append("chat", [asked("u1", "1")])).rejects.toMatchObject({
    code: "conflict",
    retryable: true,
  });
});
