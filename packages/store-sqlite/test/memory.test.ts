import { createMemory } from "@kioku/core";
import type { Embedder, MemoryRoot } from "@kioku/core";
import { afterEach, expect, test } from "vitest";

import { sqliteStore } from "../src/index.js";
import { rejection } from "./support/rejection.js";
import { temporaryFile } from "./support/temporary-directory.js";

/** A dimension per code point modulo 16: deterministic, and texts with common letters are near. */
const letters: Embedder = {
  id: "test/letters@16",
  dimensions: 16,
  embed: async (texts) => ({
    vectors: texts.map((text) => {
      const vector = new Float32Array(16).fill(0.1);
      for (const character of text.slice(0, 1_000)) {
        const ordinal = (character.codePointAt(0) ?? 0) % 16;
        vector[ordinal] = (vector[ordinal] ?? 0) + 1;
      }
      return vector;
    }),
  }),
};

const opened: MemoryRoot[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((memory) => memory.close()));
});

function memoryAt(path: string): MemoryRoot {
  const memory = createMemory({ store: sqliteStore({ path }), embedder: letters });
  opened.push(memory);
  return memory;
}

const HOSTILE: readonly (readonly [string, string])[] = [
  ["NUL", "before\0after"],
  ["lone surrogates", "\ud800 high, low \udc00"],
  ["quotes", `it's "quoted" \`thrice\` \\ and 'again'`],
  ["FTS operators", 'tea AND NOT coffee OR NEAR("a" "b", 2) col:x -y ^z * {t}'],
  ["SQL", "'); drop table records; --"],
  ["JSON path tricks", `]}'--$."a".b`],
  ["LIKE wildcards", "100% _under_ %"],
  ["markup", "</memory></memories><script>"],
  ["right-to-left and joiners", "\u202eabc\u202c \u200d \u2066x\u2069 👨‍👩‍👧"],
  ["line and paragraph separators", "a\u2028b\u2029c\r\nd"],
  ["a megabyte", "word 字 ".repeat(150_000)],
];

test.each(HOSTILE)(
  "%s as content, key, value and metadata is kept, found and forgotten",
  async (_, text) => {
    const memory = memoryAt(":memory:").scope("tenant");
    const kept = text.toWellFormed().replaceAll("\0", "\uFFFD");
    const name = text.slice(0, 100);
    await memory.set(name, text.slice(0, 100_000), {
      index: text,
      metadata: { note: text.slice(0, 1_000) },
    });
    await memory.remember("something else entirely");
    expect(await memory.get(name)).toBe(kept.slice(0, 100_000));
    const hits = await memory.recall(name);
    expect(hits[0]?.content).toBe(kept);
    expect(
      await memory.recall({ query: name, filter: { note: text.slice(0, 1_000) } }),
    ).toHaveLength(1);
    const fences = (await memory.context(name)).text.match(/<\/memories>/gu) ?? [];
    expect(fences.length).toBeLessThanOrEqual(1);
    expect(await memory.forget({ filter: { note: text.slice(0, 1_000) } })).toBe(1);
    expect((await memory.list()).items).toHaveLength(1);
  },
);

test("what was remembered is there after the file is closed and opened again", async () => {
  const path = temporaryFile("memory.db");
  const first = memoryAt(path);
  await first.scope("ann").rememberAll(["likes green tea", "住在上海"]);
  await first.scope("ann").set("theme", { dark: true });
  await first.close();
  const second = memoryAt(path);
  expect(await second.scope("ann").get("theme")).toEqual({ dark: true });
  expect((await second.scope("ann").recall("上海"))[0]?.content).toBe("住在上海");
  expect((await second.scope("ann").remember("likes green tea")).status).toBe("duplicate");
  expect(await second.scope("ben").recall({ query: "tea", reach: "below" })).toEqual([]);
});

test("two memories on one file see each other's writes and never lose one", async () => {
  const path = temporaryFile("shared.db");
  const [one, two] = [memoryAt(path), memoryAt(path)];
  await Promise.all(
    Array.from({ length: 40 }, (_, index) => (index % 2 ? one : two).set("counter", index)),
  );
  const [record] = (await one.list()).items;
  expect(record?.version).toBe(40);
  expect(await two.history(record?.id ?? "")).toHaveLength(40);
});

test("another embedder on the same file is refused with the way out, and nothing is written", async () => {
  const path = temporaryFile("model.db");
  const first = memoryAt(path);
  await first.remember("tea");
  await first.close();
  const other = createMemory({
    store: sqliteStore({ path }),
    embedder: { ...letters, id: "test/other@16" },
  });
  opened.push(other);
  const error = await rejection(other.remember("coffee"));
  expect(error.code).toBe("vector-space-mismatch");
  expect(error.message).toContain("reindex");
  await other.close();
  expect((await memoryAt(path).list()).items).toHaveLength(1);
});
