import { setImmediate } from "node:timers/promises";

import { createMemory, inMemoryStore } from "@kioku/core";
import type { Memory } from "@kioku/core";
import { rejection, testMemory, watchedStore } from "@kioku/testing/support";
import { expect, test } from "vitest";

import { claudeMemory } from "../../src/index.js";

const PATH = "/memories/log.txt";

/** Two hosts on one store. */
function twoHosts(): readonly [Memory, Memory] {
  const { store } = watchedStore(inMemoryStore());
  return [createMemory({ store }), createMemory({ store })];
}

test("of many edits at the same time, from two hosts, none is lost", async () => {
  const [one, other] = twoHosts();
  const tools = [claudeMemory(one), claudeMemory(other)] as const;
  await tools[0]({ command: "create", path: PATH, file_text: "<0>" });
  const edits = Array.from({ length: 30 }, async (_, index) => {
    const tool = tools[index % 2 === 0 ? 0 : 1];
    return index % 3 === 0
      ? tool({ command: "insert", path: PATH, insert_line: 0, insert_text: `line ${index}` })
      : tool({ command: "str_replace", path: PATH, old_str: "<0>", new_str: `r${index} <0>` });
  });
  await Promise.all(edits);
  const text = await one.get(PATH);
  for (let index = 0; index < 30; index += 1) {
    expect(text).toMatch(
      index % 3 === 0 ? new RegExp(`^line ${index}$`, "mu") : new RegExp(`r${index} `, "u"),
    );
  }
});

test("of many that make one file one does, and the others are told that it is there", async () => {
  const hosts = twoHosts();
  const made = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) =>
      claudeMemory(hosts[index % 2] ?? hosts[0])({
        command: "create",
        path: PATH,
        file_text: `by ${index}`,
      }),
    ),
  );
  const winner = made.findIndex(({ status }) => status === "fulfilled");
  const losers = made.filter(({ status }) => status === "rejected");
  expect(losers).toHaveLength(19);
  for (const one of losers) {
    expect(one).toMatchObject({ reason: { message: `File ${PATH} already exists` } });
  }
  expect(await hosts[0].get(PATH)).toBe(`by ${winner}`);
});

test("what is made again at the same time where an old text is no longer true is written once", async () => {
  const { memory, clock } = testMemory();
  const { id } = await memory.set(PATH, "old", { kind: "file" });
  await memory.update(id, { validTo: clock.now });
  const tool = claudeMemory(memory);
  const made = await Promise.allSettled(
    ["a", "b", "c"].map((text) => tool({ command: "create", path: PATH, file_text: text })),
  );
  expect(made.map(({ status }) => status).toSorted()).toEqual([
    "fulfilled",
    "rejected",
    "rejected",
  ]);
  expect((await memory.read(id))?.version).toBe(3);
});

test("a file that is moved away in between is neither deleted where it is now nor edited there", async () => {
  for (const command of [
    { command: "delete", path: PATH },
    { command: "str_replace", path: PATH, old_str: "a", new_str: "b" },
    { command: "rename", old_path: PATH, new_path: "/memories/third" },
  ] as const) {
    const { store, intercept } = watchedStore();
    const { memory } = testMemory({ store });
    const tool = claudeMemory(memory);
    const { id } = await memory.set(PATH, "a", { kind: "file" });
    intercept("write", () => memory.update(id, { key: "/memories/moved" }));
    expect((await rejection(() => tool(command))).code).toBe("not-found");
    expect(await memory.get("/memories/moved")).toBe("a");
  }
});

test("a text that was changed in between is looked at again, and an edit that fits no longer is refused", async () => {
  const { store, intercept } = watchedStore();
  const { memory } = testMemory({ store });
  const tool = claudeMemory(memory);
  const { id } = await memory.set(PATH, "one\ntwo", { kind: "file" });
  intercept("write", () => memory.update(id, { value: "one\none", content: "one\none" }));
  const edit = { command: "str_replace", path: PATH, old_str: "one", new_str: "1" } as const;
  expect((await rejection(() => tool(edit))).message).toContain("in lines: 1, 2");
  expect(await memory.get(PATH)).toBe("one\none");
});

test("a destination that is taken in between is not written over", async () => {
  const { store, intercept } = watchedStore();
  const { memory } = testMemory({ store });
  const tool = claudeMemory(memory);
  await memory.set(PATH, "mine", { kind: "file" });
  intercept("write", () => memory.set("/memories/b", "theirs", { kind: "file" }));
  const rename = { command: "rename", old_path: PATH, new_path: "/memories/b" } as const;
  expect((await rejection(() => tool(rename))).message).toBe(
    "The destination /memories/b already exists",
  );
  expect(await memory.get("/memories/b")).toBe("theirs");
  expect(await memory.get(PATH)).toBe("mine");
});

test("what is deleted just before it is written is told of as not there", async () => {
  for (const command of [
    { command: "str_replace", path: PATH, old_str: "a", new_str: "b" },
    { command: "rename", old_path: PATH, new_path: "/memories/b" },
  ] as const) {
    const { store, intercept } = watchedStore();
    const { memory } = testMemory({ store });
    const tool = claudeMemory(memory);
    const { id } = await memory.set(PATH, "a", { kind: "file" });
    intercept("get", () => memory.forget(id));
    expect((await rejection(() => tool(command))).message).toMatch(/^The path \S+ does not exist/u);
  }
});

test("of 200 lines that are inserted at the same time, by tools of several requests, none is lost", async () => {
  const { memory: root } = testMemory();
  await claudeMemory(root.scope("ann"))({ command: "create", path: PATH, file_text: "" });
  await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      claudeMemory(root.scope("ann"))({
        command: "insert",
        path: index % 2 === 0 ? PATH : `/memories/./x/..${PATH.slice("/memories".length)}`,
        insert_line: 0,
        insert_text: `line ${index}`,
      }),
    ),
  );
  const [record] = (await root.scope("ann").list()).items;
  expect(record?.version).toBe(201);
  expect(record?.content.split("\n")).toHaveLength(201);
});

test("a command that is aborted while others have their turn leaves them alone, and later ones wait", async () => {
  const { store, intercept } = watchedStore();
  const { memory } = testMemory({ store });
  const tool = claudeMemory(memory);
  await tool({ command: "create", path: PATH, file_text: "0" });
  const gate = Promise.withResolvers<void>();
  const insert = (text: string, signal?: AbortSignal) =>
    tool({ command: "insert", path: PATH, insert_line: 0, insert_text: text }, { signal });
  intercept("write", () => gate.promise);
  const first = insert("1");
  const abort = new AbortController();
  const second = insert("2", abort.signal);
  const third = insert("3");
  abort.abort(new Error("enough"));
  await expect(second).rejects.toThrow("enough");
  for (let turn = 0; turn < 20; turn += 1) await setImmediate();
  gate.resolve();
  await Promise.all([first, third]);
  expect(await memory.get(PATH)).toBe("3\n1\n0");
  expect((await memory.list()).items[0]?.version).toBe(3);
});

test("who comes when the first has ended waits for the second", async () => {
  const { store, intercept } = watchedStore();
  const { memory } = testMemory({ store });
  const tool = claudeMemory(memory);
  await tool({ command: "create", path: PATH, file_text: "0" });
  const gate = Promise.withResolvers<void>();
  const insert = (text: string) =>
    tool({ command: "insert", path: PATH, insert_line: 0, insert_text: text });
  const first = insert("1");
  const second = insert("2");
  await first;
  intercept("write", () => gate.promise);
  const third = insert("3");
  for (let turn = 0; turn < 20; turn += 1) await setImmediate();
  gate.resolve();
  await Promise.all([second, third]);
  expect(await memory.get(PATH)).toBe("3\n2\n1\n0");
});

test("where others are always faster, a model is told so in words, and the app that it can be tried again", async () => {
  const { memory } = testMemory();
  await memory.set(PATH, "a", { kind: "file" });
  const others: Memory = new Proxy(memory, {
    get(target, name): unknown {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== "function") return value;
      const method = value.bind(target) as (...given: readonly unknown[]) => unknown;
      if (name !== "update") return method;
      return async (...given: readonly unknown[]): Promise<unknown> => {
        const [record] = (await memory.list()).items;
        await memory.update(record?.id ?? "", { content: `${record?.content}.` });
        return method(...given);
      };
    },
  });
  const tool = claudeMemory(others);
  const edit = { command: "insert", path: PATH, insert_line: 0, insert_text: "b" } as const;
  expect(await rejection(() => tool(edit))).toMatchObject({
    code: "conflict",
    retryable: true,
    message: `Others keep changing ${PATH}. Nothing was done: try again.`,
  });
});
