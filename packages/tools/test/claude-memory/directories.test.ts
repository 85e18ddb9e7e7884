import { rejection, testMemory, watchedStore } from "@kioku/testing/support";
import { expect, test } from "vitest";

import { claudeMemory } from "../../src/index.js";

const HEADER =
  "Here're the files and directories up to 2 levels deep in /memories, excluding hidden items and node_modules:\n4K\t/memories";

async function withFiles(paths: readonly string[]) {
  const { memory, clock } = testMemory();
  await memory.rememberAll(
    paths.map((path) => ({ content: `in ${path}`, key: `/memories/${path}`, kind: "file" })),
  );
  return { memory, clock, tool: claudeMemory(memory) };
}

test("a directory is there as long as a file is in it, and the root always", async () => {
  const { tool } = await withFiles([]);
  expect(await tool({ command: "view", path: "/memories" })).toBe(HEADER);
  await tool({ command: "create", path: "/memories/a/b.txt", file_text: "" });
  expect(await tool({ command: "view", path: "/memories" })).toBe(
    `${HEADER}\n4K\t/memories/a/\n0B\t/memories/a/b.txt`,
  );
  await tool({ command: "delete", path: "/memories/a/b.txt" });
  expect(await tool({ command: "view", path: "/memories" })).toBe(HEADER);
  expect((await rejection(() => tool({ command: "view", path: "/memories/a" }))).code).toBe(
    "not-found",
  );
});

test("sizes are those of UTF-8, in the words of the reference", async () => {
  const { tool } = await withFiles([]);
  const texts = { a: "é", b: "x".repeat(1_023), c: "x".repeat(1_024), d: "x".repeat(1_536) };
  for (const [name, text] of Object.entries(texts)) {
    await tool({ command: "create", path: `/memories/${name}`, file_text: text });
  }
  expect(await tool({ command: "view", path: "/memories" })).toBe(
    `${HEADER}\n2B\t/memories/a\n1023B\t/memories/b\n1K\t/memories/c\n1.5K\t/memories/d`,
  );
});

function many(prefix: string): readonly string[] {
  return Array.from({ length: 250 }, (_, index) => `${prefix}${index}`);
}

test("a listing reads little of what it does not show: deep files, hidden ones, and all that is beside it", async () => {
  const { store, counts } = watchedStore();
  const { memory } = testMemory({ store });
  const paths = [
    ...many("."),
    ...many("deep/er/and/er/"),
    ...many("deep/.git/"),
    ...many("deep/node_modules/x/"),
    ...many("node_modules/"),
    "deep/z",
    "node_modules-not",
    "zz/top",
  ];
  await memory.rememberAll([
    ...paths.map((path) => ({ content: "x", key: `/memories/${path}`, kind: "file" })),
    ...many("/mem").map((key) => ({ content: "x", key })),
    ...many("/memories-").map((key) => ({ content: "x", key, kind: "file" })),
    ...many("/memories/app").map((key) => ({ content: "x", key, kind: "entry" })),
  ]);
  counts.clear();
  expect(await claudeMemory(memory)({ command: "view", path: "/memories" })).toBe(
    `${HEADER}\n4K\t/memories/deep/\n4K\t/memories/deep/er/\n1B\t/memories/deep/z\n1B\t/memories/node_modules-not\n4K\t/memories/zz/\n1B\t/memories/zz/top`,
  );
  // One for the directory, and five pages of at most a hundred.
  expect(counts.get("list")).toBe(6);
});

test("a listing of very many files ends with words that say so", async () => {
  const paths = Array.from({ length: 640 }, (_, index) => `f${String(index).padStart(3, "0")}`);
  const { tool } = await withFiles(paths);
  const lines = (await tool({ command: "view", path: "/memories" })).split("\n");
  expect(lines).toHaveLength(503);
  expect(lines.at(-2)).toMatch(/\/memories\/f499$/u);
  expect(lines.at(-1)).toBe(
    "(Only the first 500 are shown. View one of the directories to see what is in it.)",
  );
  const exact = await withFiles(paths.slice(0, 500));
  const all = (await exact.tool({ command: "view", path: "/memories" })).split("\n");
  expect(all).toHaveLength(502);
});

test("a directory is renamed with all that is in it, hidden and deep files too, and their histories", async () => {
  const paths = Array.from({ length: 230 }, (_, index) => `a/${index % 7}/.x/${index}`);
  const { memory, tool } = await withFiles([...paths, "ab", "a.txt"]);
  const before = (await memory.list({ limit: 1_000 })).items;
  expect(
    await tool({ command: "rename", old_path: "/memories/a/", new_path: "/memories/z/y" }),
  ).toBe("Successfully renamed /memories/a/ to /memories/z/y");
  const after = (await memory.list({ limit: 1_000 })).items;
  expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  expect(after.map(({ key }) => key)).toEqual(
    before.map(({ key }) => key?.replace(/^\/memories\/a\//u, "/memories/z/y/")),
  );
  const [first] = after;
  expect((await memory.history(first?.id ?? "")).map(({ actor, cause }) => [actor, cause])).toEqual(
    [
      [undefined, undefined],
      ["tool:memory", "rename"],
    ],
  );
});

test("a directory that cannot be moved as a whole is moved back, also where the call is aborted", async () => {
  const { memory, clock, tool } = await withFiles(["a/1", "a/2", "a/3"]);
  const taken = await memory.set("/memories/b/3", "was so");
  await memory.update(taken.id, { validTo: new Date(clock.now.getTime() - 1) });
  const rename = () =>
    tool({ command: "rename", old_path: "/memories/a", new_path: "/memories/b" });
  expect(await rejection(rename)).toMatchObject({
    code: "conflict",
    message: "The destination /memories/b/3 already exists",
  });
  const keys = async () => (await memory.list({ kinds: ["file"] })).items.map(({ key }) => key);
  const held = ["/memories/a/1", "/memories/a/2", "/memories/a/3"];
  expect(await keys()).toEqual(held);
  const abort = new AbortController();
  memory.on("remembered", () => abort.abort(new Error("enough")));
  const aborted = tool(
    { command: "rename", old_path: "/memories/a", new_path: "/memories/c" },
    { signal: abort.signal },
  );
  await expect(aborted).rejects.toThrow("enough");
  expect(await keys()).toEqual(held);
});

test("what cannot be moved back is told of", async () => {
  const { memory, clock, tool } = await withFiles(["a/1", "a/2"]);
  const taken = await memory.set("/memories/b/2", "was so");
  await memory.update(taken.id, { validTo: new Date(clock.now.getTime() - 1) });
  const writes: Promise<unknown>[] = [];
  memory.on("remembered", ({ record }) => {
    if (record.key !== "/memories/b/1" || writes.length > 0) return;
    writes.push(memory.set("/memories/a/1", "new", { kind: "file" }));
  });
  const error = await rejection(() =>
    tool({ command: "rename", old_path: "/memories/a", new_path: "/memories/b" }),
  );
  expect(error.message).toBe(
    "/memories/a was renamed in part: 1 file is in /memories/b now. View both and move the rest one by one.",
  );
  await Promise.all(writes);
  const { items } = await memory.list({ kinds: ["file"], orderBy: "key" });
  expect(items.map(({ key }) => key)).toEqual(["/memories/a/1", "/memories/a/2", "/memories/b/1"]);
});

test.each([
  [
    "/memories/f",
    "/memories/f/x",
    "There can be no /memories/f/x: /memories/f is a file, not a directory.",
  ],
  [
    "/memories/d",
    "/memories/d/x",
    "Cannot rename /memories/d to /memories/d/x, which is inside of it",
  ],
  [
    "/memories/d",
    "/memories/f/x/y",
    "There can be no /memories/f/x/y: /memories/f is a file, not a directory.",
  ],
])("renaming %s to %s is refused in words", async (from, to, message) => {
  const { tool } = await withFiles(["f", "d/1"]);
  const rename = () => tool({ command: "rename", old_path: from, new_path: to });
  expect((await rejection(rename)).message).toBe(message);
});

test("renaming to a path of a text that is no longer true is refused in words", async () => {
  const { memory, clock, tool } = await withFiles(["f", "old"]);
  const { items } = await memory.list({ orderBy: "key" });
  await memory.update(items[1]?.id ?? "", { validTo: clock.now });
  const rename = () =>
    tool({ command: "rename", old_path: "/memories/f", new_path: "/memories/old" });
  expect(await rejection(rename)).toMatchObject({
    code: "conflict",
    message:
      "The destination /memories/old was used before, by a file that is no longer true. Choose another path.",
  });
  await memory.update(items[1]?.id ?? "", { kind: "entry" });
  expect((await rejection(rename)).message).toBe("The destination /memories/old already exists");
});

test("no file is made below a file", async () => {
  const { tool } = await withFiles(["f"]);
  const create = () => tool({ command: "create", path: "/memories/f/x/y", file_text: "" });
  expect(await rejection(create)).toMatchObject({
    code: "conflict",
    message: "There can be no /memories/f/x/y: /memories/f is a file, not a directory.",
  });
});

test("where two hosts have made a file and a directory of one name, both are shown, and go together", async () => {
  const { memory, tool } = await withFiles(["a", "a/b"]);
  expect(await tool({ command: "view", path: "/memories" })).toBe(
    `${HEADER}\n4B\t/memories/a\n4K\t/memories/a/\n6B\t/memories/a/b`,
  );
  expect(await tool({ command: "view", path: "/memories/a" })).toContain("in a");
  await tool({ command: "delete", path: "/memories/a" });
  expect((await memory.list()).items).toEqual([]);
});

test("what others took away while it was moved is not missed when the rest is moved back", async () => {
  const { memory, clock, tool } = await withFiles(["a/1", "a/2", "a/3"]);
  const taken = await memory.set("/memories/b/3", "was so");
  await memory.update(taken.id, { validTo: new Date(clock.now.getTime() - 1) });
  const gone: Promise<unknown>[] = [];
  memory.on("remembered", ({ record }) => {
    if (record.key === "/memories/b/1") gone.push(memory.forget(record.id));
  });
  const error = await rejection(() =>
    tool({ command: "rename", old_path: "/memories/a", new_path: "/memories/b" }),
  );
  await Promise.all(gone);
  expect(error.message).toBe("The destination /memories/b/3 already exists");
  const { items } = await memory.list({ kinds: ["file"] });
  expect(items.map(({ key }) => key)).toEqual(["/memories/a/2", "/memories/a/3"]);
});

test("a directory of very many files is renamed as a whole", { tags: "long" }, async () => {
  const { memory, tool } = await withFiles(
    Array.from({ length: 1_750 }, (_, index) => `a/${index}`),
  );
  await tool({ command: "rename", old_path: "/memories/a", new_path: "/memories/b" });
  const filter = { "@key": { $gte: "/memories/b/" } };
  let count = 0;
  let cursor: string | undefined;
  do {
    const page = await memory.list({ filter, limit: 1_000, cursor });
    count += page.items.length;
    ({ cursor } = page);
  } while (cursor !== undefined);
  expect(count).toBe(1_750);
});
