import { rejection, testMemory } from "@kioku/testing/support";
import { expect, test } from "vitest";

import { claudeMemory } from "../../src/index.js";
import { createFile, PATH, textOfFile } from "../support/claude-files.js";

test("a file is a keyed record with versions, a history that says who and why, and a text to recall", async () => {
  const { memory } = testMemory();
  const tool = claudeMemory(memory);
  await createFile(tool, "Ann likes green tea");
  await tool({ command: "str_replace", path: PATH, old_str: "green", new_str: "black" });
  await tool({ command: "insert", path: PATH, insert_line: 1, insert_text: "Bob does not\n" });
  await tool({ command: "rename", old_path: PATH, new_path: "/memories/tea.txt" });
  const text = "Ann likes black tea\nBob does not";
  expect(await memory.get("/memories/tea.txt")).toBe(text);
  const [record, ...more] = (await memory.list()).items;
  expect(more).toEqual([]);
  expect(record).toMatchObject({ kind: "file", content: text, origin: "assistant", trust: 1 });
  const history = await memory.history(record?.id ?? "");
  expect(history.map(({ change, actor, cause }) => [change, actor, cause])).toEqual([
    ["created", "tool:memory", "create"],
    ["updated", "tool:memory", "str_replace"],
    ["updated", "tool:memory", "insert"],
    ["updated", "tool:memory", "rename"],
  ]);
  expect((await memory.recall("who likes black tea"))[0]?.id).toBe(record?.id);
  const copy = testMemory().memory;
  await copy.import(memory.export());
  expect(await textOfFile(claudeMemory(copy), "/memories/tea.txt")).toBe(text);
  await tool({ command: "delete", path: "/memories/tea.txt" });
  expect((await memory.history(record?.id ?? "")).at(-1)).toMatchObject({ change: "deleted" });
});

test.each(["", " ", "\n", "\n\n\t", "\u00A0"])(
  "a file of the text %j is one like any other",
  async (text) => {
    const { memory } = testMemory();
    const tool = claudeMemory(memory);
    await createFile(tool, text);
    expect(await textOfFile(tool)).toBe(text);
    await tool({ command: "insert", path: PATH, insert_line: 0, insert_text: "first" });
    expect(await textOfFile(tool)).toBe(`first\n${text}`);
    await tool({ command: "str_replace", path: PATH, old_str: "first", new_str: "" });
    expect(await textOfFile(tool)).toBe(`\n${text}`);
    expect(await memory.get(PATH)).toBe(`\n${text}`);
  },
);

test("NUL and lone surrogates in a text become U+FFFD, and can be replaced as that", async () => {
  const { memory } = testMemory();
  const tool = claudeMemory(memory);
  await createFile(tool, "a\0b \uD800");
  expect(await textOfFile(tool)).toBe("a\uFFFDb \uFFFD");
  await tool({ command: "str_replace", path: PATH, old_str: "a\uFFFDb", new_str: "ab" });
  expect(await textOfFile(tool)).toBe("ab \uFFFD");
});

test("a text of several lines is replaced where it is there once", async () => {
  const { memory } = testMemory();
  const tool = claudeMemory(memory);
  const replace = (old_str: string, new_str: string) =>
    tool({ command: "str_replace", path: PATH, old_str, new_str });
  await createFile(tool, "1\n2\n3\n4\n5\n6\n7\n2\n3");
  expect(await replace("5\n6\n", "five\n")).toBe(
    "The memory file has been edited. Here is the snippet showing the change (with line numbers):\n" +
      "     3\t3\n     4\t4\n     5\tfive\n     6\t7\n     7\t2",
  );
  expect((await rejection(() => replace("2\n3", "x"))).message).toBe(
    "No replacement was performed. Multiple occurrences of old_str `2\n3` in lines: 2, 7. Please ensure it is unique",
  );
  expect((await rejection(() => replace("4\n3", "x"))).message).toBe(
    `No replacement was performed, old_str \`4\n3\` did not appear verbatim in ${PATH}.`,
  );
  expect(await textOfFile(tool)).toBe("1\n2\n3\n4\nfive\n7\n2\n3");
});

test("a file that was deleted, has expired or is no longer true is not there, and can be made again", async () => {
  const { memory, clock } = testMemory();
  const tool = claudeMemory(memory);
  const isGone = async (): Promise<void> => {
    for (const command of [
      { command: "view", path: PATH },
      { command: "delete", path: PATH },
      { command: "rename", old_path: PATH, new_path: "/memories/b" },
      { command: "insert", path: PATH, insert_line: 0, insert_text: "x" },
    ] as const) {
      expect((await rejection(() => tool(command))).code).toBe("not-found");
    }
    expect(await tool({ command: "view", path: "/memories" })).not.toContain("notes");
    expect(await createFile(tool, "again")).toBe(`File created successfully at: ${PATH}`);
    expect(await textOfFile(tool)).toBe("again");
    expect((await rejection(() => createFile(tool, "twice"))).message).toBe(
      `File ${PATH} already exists`,
    );
  };
  await createFile(tool, "first");
  await tool({ command: "delete", path: PATH });
  await isGone();
  const [again] = (await memory.list()).items;
  await memory.update(again?.id ?? "", { ttlMs: 1_000 });
  clock.now = new Date(clock.now.getTime() + 1_000);
  await isGone();
  const [third] = (await memory.list()).items;
  await memory.update(third?.id ?? "", { validTo: clock.now });
  await isGone();
  const [fourth] = (await memory.list()).items;
  expect(fourth?.id).toBe(third?.id);
  expect(fourth).not.toHaveProperty("validTo");
});

test("an archived file is a file, and is taken back when it is changed", async () => {
  const { memory, clock } = testMemory({
    retention: { file: { keepDays: 1, afterwards: "archive" } },
  });
  const tool = claudeMemory(memory);
  await createFile(tool, "faded");
  clock.now = new Date(clock.now.getTime() + 2 * 86_400_000);
  await memory.sweep();
  expect((await memory.list()).items).toEqual([]);
  expect(await tool({ command: "view", path: "/memories" })).toContain(PATH);
  expect(await textOfFile(tool)).toBe("faded");
  expect((await rejection(() => createFile(tool, "x"))).message).toBe(
    `File ${PATH} already exists`,
  );
  const missing = { command: "str_replace", path: PATH, old_str: "nowhere", new_str: "" } as const;
  await rejection(() => tool(missing));
  expect((await memory.list()).items).toEqual([]);
  await tool({ command: "str_replace", path: PATH, old_str: "faded", new_str: "fresh" });
  expect((await memory.list()).items.map(({ value }) => value)).toEqual(["fresh"]);
  expect(await textOfFile(tool)).toBe("fresh");
});

test("records of other kinds and keys are out of reach, and are not written over", async () => {
  const { memory } = testMemory();
  const tool = claudeMemory(memory);
  await memory.set(PATH, "of the app");
  await memory.set("/memories/d/x", "of the app");
  await memory.set("theme", "dark");
  await memory.remember({ content: "odd", key: "/memories/../etc", kind: "file" });
  await memory.remember({ content: "odd", key: "/memories//double", kind: "file" });
  await memory.remember({ content: "odd", key: "/memories/d", kind: "files" });
  const before = (await memory.list()).items;
  expect((await tool({ command: "view", path: "/memories" })).split("\n")).toHaveLength(2);
  for (const path of [PATH, "/memories/d", "/memories/d/x"]) {
    for (const command of ["view", "delete"] as const) {
      expect((await rejection(() => tool({ command, path }))).code).toBe("not-found");
    }
  }
  expect((await rejection(() => createFile(tool, "x"))).message).toBe(
    `File ${PATH} already exists`,
  );
  await createFile(tool, "mine", "/memories/mine");
  const rename = { command: "rename", old_path: "/memories/mine", new_path: PATH } as const;
  expect((await rejection(() => tool(rename))).message).toBe(
    `The destination ${PATH} already exists`,
  );
  await tool({ command: "delete", path: "/memories/mine" });
  await createFile(tool, "mine", "/memories/d/mine");
  await tool({ command: "delete", path: "/memories/d" });
  expect((await memory.list()).items).toEqual(before);
});

test("another scope is another directory", async () => {
  const { memory } = testMemory();
  const [ann, bob] = ["ann", "bob"].map((name) => claudeMemory(memory.scope("users", name)));
  if (!ann || !bob) throw new Error("expected two");
  await createFile(ann, "of Ann");
  expect((await rejection(() => textOfFile(bob))).code).toBe("not-found");
  await createFile(bob, "of Bob");
  await ann({ command: "delete", path: PATH });
  expect(await textOfFile(bob)).toBe("of Bob");
});

test("the kind is an option, and a file of the app is one that a model can edit", async () => {
  const { memory } = testMemory();
  const tool = claudeMemory(memory, { kind: "claude" });
  await memory.remember({ content: "Made by\nthe app", key: PATH, kind: "claude", ttlMs: 9_999 });
  const [before] = (await memory.list()).items;
  await tool({ command: "insert", path: PATH, insert_line: 2, insert_text: "and a model" });
  expect(await textOfFile(tool)).toBe("Made by\nthe app\nand a model");
  const [after] = (await memory.list()).items;
  expect(after).toMatchObject({ kind: "claude", origin: "user", expiresAt: before?.expiresAt });
  expect((await rejection(() => textOfFile(claudeMemory(memory)))).code).toBe("not-found");
});
