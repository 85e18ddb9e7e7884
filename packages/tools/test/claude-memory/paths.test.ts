import { rejection, testMemory } from "@kioku/testing/support";
import * as fc from "fast-check";
import { expect, test } from "vitest";

import { claudeMemory } from "../../src/index.js";

test.each([
  ["/memories/../notes.txt", "Path /memories/../notes.txt would escape /memories directory"],
  ["/memories/../memories/a", "Path /memories/../memories/a would escape /memories directory"],
  ["/memories/a/../../b", "Path /memories/a/../../b would escape /memories directory"],
  ["/memories/%2e%2e/b", "Path /memories/%2e%2e/b would escape /memories directory"],
  ["/memories/%252E%252e/b", "Path /memories/%252E%252e/b would escape /memories directory"],
  ["/memories/a%2f..%2f..%2fb", "Path /memories/a%2f..%2f..%2fb would escape /memories directory"],
  ["/memories/‥/b", "Path /memories/‥/b would escape /memories directory"],
  ["/memories/．．/b", "Path /memories/．．/b would escape /memories directory"],
  ["/memories/．．／b", "Path /memories/．．／b would escape /memories directory"],
  ["/memories/.\u200B./b", "Path /memories/.\u200B./b would escape /memories directory"],
  ["/memories/a\\..\\b", "Path /memories/a\\..\\b would escape /memories directory"],
  ["/memoriesX", "Path must start with /memories, got: /memoriesX"],
  ["/memories%2Fa", "Path must start with /memories, got: /memories%2Fa"],
  ["/etc/passwd", "Path must start with /memories, got: /etc/passwd"],
  ["memories/a", "Path must start with /memories, got: memories/a"],
  ["", "Path must start with /memories, got: "],
])("the path %j is refused by every command", async (path, message) => {
  const { memory } = testMemory();
  const tool = claudeMemory(memory);
  const commands = [
    { command: "view", path },
    { command: "create", path, file_text: "x" },
    { command: "str_replace", path, old_str: "x", new_str: "y" },
    { command: "insert", path, insert_line: 0, insert_text: "x" },
    { command: "delete", path },
    { command: "rename", old_path: path, new_path: "/memories/a" },
    { command: "rename", old_path: "/memories/a", new_path: path },
  ] as const;
  for (const command of commands) {
    expect(await rejection(() => tool(command))).toMatchObject({ code: "invalid-input", message });
  }
  expect((await memory.list()).items).toEqual([]);
});

test.each([
  "a\0b",
  "a%00b",
  "a\nb",
  "a\u2028b",
  "a\\b",
  "a%5cb",
  "\uD800",
  "a\u007Fb",
  "a\u202Eb",
  "a\u2066b",
  "\u200Fa",
  "a\u200Bb",
  "a\u00ADb",
  "\uFEFFa",
  "\u2060",
  "a\u{E0041}",
  "a\u200D",
  "\u200Da",
  "\u200C",
  "a/\uFE0F",
  "a\u200D\u200Db",
  "a\uFE0F\uFE0F",
  "a \u200Db",
])("the name %j is refused", async (name) => {
  const { memory } = testMemory();
  const tool = claudeMemory(memory);
  const path = `/memories/${name}`;
  const error = await rejection(() => tool({ command: "create", path, file_text: "x" }));
  expect(error.code).toBe("invalid-input");
  expect(error.message).toMatch(/^The path holds a character that no path may hold/u);
});

test.each(["می\u200Cخواهم", "👩\u200D💻", "❤\uFE0F\u200D🔥.md", "葛\u{E0100}", "1\uFE0F\u20E3"])(
  "the name %j, which is written with what joins or varies characters, is one like any other",
  async (name) => {
    const { memory } = testMemory();
    const tool = claudeMemory(memory);
    const path = `/memories/${name}`;
    await tool({ command: "create", path, file_text: "x" });
    expect(await tool({ command: "view", path: "/memories" })).toContain(path);
  },
);

test("a path that is too long is refused, also the one that a file would get with its directory", async () => {
  const { memory } = testMemory();
  const tool = claudeMemory(memory);
  const long = `/memories/${"x".repeat(502)}`;
  await tool({ command: "create", path: long, file_text: "fits" });
  const tooLong = {
    code: "invalid-input",
    message: expect.stringContaining("at most 512") as unknown,
  };
  const create = () => tool({ command: "create", path: `${long}y`, file_text: "x" });
  expect(await rejection(create)).toMatchObject(tooLong);
  const outside = await rejection(() => tool.view({ command: "view", path: "y".repeat(100_000) }));
  expect(outside.message.length).toBeLessThan(600);
  await tool({ command: "create", path: "/memories/a/b", file_text: "first" });
  await tool({ command: "create", path: `/memories/a/${"x".repeat(400)}`, file_text: "last" });
  const to = `/memories/${"y".repeat(300)}`;
  const rename = () => tool({ command: "rename", old_path: "/memories/a", new_path: to });
  expect(await rejection(rename)).toMatchObject(tooLong);
  const { items } = await memory.list({
    orderBy: "key",
    filter: { "@key": { $lt: "/memories/b" } },
  });
  expect(items.map(({ value }) => value)).toEqual(["first", "last"]);
});

test.each([
  ["/memories/a/b", "/memories//a/./b/"],
  ["/memories/a/b", "/memories/c/../a/b"],
  ["/memories/caf\u00E9", "/memories/cafe\u0301"],
  ["/memories/...", "/memories/x/../..."],
])("%j and %j are one file", async (one, other) => {
  const { memory } = testMemory();
  const tool = claudeMemory(memory);
  await tool({ command: "create", path: other, file_text: "said once" });
  const again = () => tool({ command: "create", path: one, file_text: "again" });
  expect((await rejection(again)).message).toBe(`File ${one} already exists`);
  expect(await tool({ command: "view", path: one })).toContain("said once");
  expect((await memory.list()).items.map(({ key }) => key)).toEqual([one]);
});

test("whatever the path, a file is below /memories, under a key without steps, and found by it again", async () => {
  const piece = fc.oneof(
    fc.constantFrom(
      "..",
      ".",
      "",
      "%2e",
      "%2E%2e",
      "%2f",
      "\\",
      "\0",
      "‥",
      "．",
      "a",
      "é",
      "e\u0301",
      "memories",
    ),
    fc.string({ unit: "binary", maxLength: 6 }),
    fc.string({ unit: "grapheme", maxLength: 3 }),
  );
  const path = fc
    .array(
      fc.array(piece, { maxLength: 3 }).map((parts) => parts.join("")),
      { maxLength: 5 },
    )
    .map((names) => ["/memories", ...names].join("/"));
  const { memory: root } = testMemory();
  let runs = 0;
  const property = fc.asyncProperty(
    fc.oneof(path, fc.string({ unit: "binary" })),
    async (given) => {
      runs += 1;
      const memory = root.scope(`run ${runs}`);
      await memory.set("secret", "of the app");
      const tool = claudeMemory(memory);
      let isMade = true;
      try {
        await tool({ command: "create", path: given, file_text: "text" });
      } catch {
        isMade = false;
      }
      const { items } = await memory.list({ kinds: ["file"] });
      expect(items).toHaveLength(isMade ? 1 : 0);
      expect(await memory.get("secret")).toBe("of the app");
      if (!isMade) return;
      const key = items[0]?.key ?? "";
      const [first, ...names] = key.slice(1).split("/");
      expect(first).toBe("memories");
      expect(names).not.toEqual([]);
      for (const name of names) {
        const plain = name.replaceAll(/%2e/giu, ".").normalize("NFKC");
        expect(["", ".", ".."]).not.toContain(plain);
        expect(name).toMatch(/^[^\p{Cc}\p{Cs}\\/]+$/u);
      }
      expect(await tool({ command: "view", path: key })).toContain("text");
      expect(await tool({ command: "delete", path: given })).toBe(`Successfully deleted ${given}`);
      expect((await memory.list({ kinds: ["file"] })).items).toEqual([]);
    },
  );
  await fc.assert(property, { numRuns: 300, seed: 18 });
});
