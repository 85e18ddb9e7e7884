import { createHash } from "node:crypto";

import { MemoryError } from "@kioku/core";
import type { ExportLine, Memory, Receipt } from "@kioku/core";
import { expect, test } from "vitest";

import { causePathOf } from "../../src/access/cause-mark.js";
import { collect } from "../support/collect.js";
import { rulesWith, seenWith } from "./rules.js";
import { openMemory } from "./stores.js";

const ALL = {
  read: [{ path: [], reach: "below" }],
  write: [{ path: [], reach: "below" }],
} as const;
const FORGED = { actor: "admin", cause: "skills[admin] because" } as const;

function idOf(receipt: Receipt): string {
  if (receipt.status === "rejected") throw new Error("rejected");
  return receipt.record.id;
}

async function lastOf(memory: Memory, id: string): Promise<unknown> {
  const last = (await memory.history(id)).at(-1);
  return last && { actor: last.actor, cause: last.cause, causePath: causePathOf(last) };
}

test("every write has the skill as its actor and the trail in its cause, whatever the call says", async () => {
  const memory = openMemory();
  const seen = seenWith(memory, ALL, { causePath: ["a", "b", "a"] });
  const marked = {
    actor: "nav",
    cause: "skills[a>b>nav] skills[admin] because",
    causePath: ["a", "b", "nav"],
  };
  const id = idOf(await seen.remember("one", FORGED));
  expect(await lastOf(memory, id)).toEqual(marked);
  const [receipt] = await seen.rememberAll(["two"], FORGED);
  expect(receipt && (await lastOf(memory, idOf(receipt)))).toEqual(marked);
  expect(await lastOf(memory, (await seen.set("k", 1, FORGED)).id)).toEqual(marked);
  await seen.update(id, { importance: 1 }, FORGED);
  expect(await lastOf(memory, id)).toEqual(marked);
  await seen.forget(id, FORGED);
  expect(await lastOf(memory, id)).toEqual(marked);
  await seen.scope("skills", "nav").set("mine", 1);
  const { id: mine } = await seen.scope("skills", "nav").set("mine", 2);
  expect(await lastOf(memory.scope("skills", "nav"), mine)).toMatchObject({
    cause: "skills[a>b>nav]",
  });
});

test("a cause is refused if it is none, and cut where it does not fit", async () => {
  const memory = openMemory();
  const seen = seenWith(memory, ALL);
  for (const cause of [1, "", "x".repeat(513), {}, null]) {
    await expect(seen.remember("x", { cause } as object)).rejects.toMatchObject({
      code: "invalid-input",
    });
  }
  const id = idOf(await seen.remember("y", { cause: `${"x".repeat(499)}😀 and more` }));
  const { cause } = (await memory.history(id))[0] ?? {};
  expect(cause).toHaveLength(511);
  expect(cause).toMatch(/^skills\[nav\] x+$/u);
  const long = seenWith(memory, ALL, {
    causePath: Array.from({ length: 20 }, (_, index) => `${"a".repeat(60)}${index}`),
  });
  await expect(long.remember("z")).rejects.toMatchObject({ code: "limit-exceeded" });
});

test("writes are counted before they are tried, by record, id and call", async () => {
  const memory = openMemory();
  const counted: number[] = [];
  const seen = seenWith(memory, ALL, { countWrites: (records) => counted.push(records) });
  const id = idOf(await seen.remember("one"));
  await seen.rememberAll(Array.from({ length: 100 }, (_, index) => `number ${index}`));
  await seen.set("k", 1);
  await seen.update(id, { importance: 1 });
  await seen.markUsed([id, "no id"]);
  await seen.forget({ filter: { none: 1 } }, { dryRun: true });
  await seen.forget({ everything: true });
  await seen.erase({ everything: true }, { reach: "below" });
  await expect(seen.update("no id", {})).rejects.toMatchObject({ code: "not-found" });
  await expect(seen.remember("")).rejects.toMatchObject({ code: "invalid-input" });
  expect(counted).toEqual([1, 100, 1, 1, 2, 1, 1, 1, 1]);
  await seen.recall("one");
  await expect(seenWith(memory, {}).remember("x")).rejects.toThrow("grant of write");
  expect(counted).toHaveLength(9);
});

test("a quota that is used up keeps everything from being written, and an import from its next line", async () => {
  const source = openMemory();
  await source.rememberAll(["one", "two", "three"]);
  const lines = await collect(source.export());
  const memory = openMemory();
  let left = 2;
  const seen = seenWith(memory, ALL, {
    countWrites: (records) => {
      if (records > left) throw new MemoryError("limit-exceeded", "no more");
      left -= records;
    },
  });
  await expect(seen.rememberAll(["a", "b", "c"])).rejects.toMatchObject({ code: "limit-exceeded" });
  expect((await memory.list()).items).toEqual([]);
  await expect(seen.import(lines)).rejects.toMatchObject({ code: "limit-exceeded" });
  expect((await memory.list()).items).toHaveLength(2);
});

async function* later(lines: readonly ExportLine[]): AsyncGenerator<ExportLine> {
  yield* lines;
}

test.each([
  ["at once", (lines: readonly ExportLine[]) => lines],
  ["one by one", later],
])(
  "what a skill imports names it as the actor of every version, and takes no vectors (%s)",
  async (_, given) => {
    const source = openMemory();
    await source.set("k", 1, FORGED);
    await source.set("k", 2, { actor: "nav", cause: "skills[x>nav] once more" });
    await source.scope("deep").remember("below");
    const space = { type: "space", id: "evil", dimensions: 1, state: "ready" } as const;
    const exported = await collect(source.export());
    const lines = withVectors(exported, space);
    const memory = openMemory();
    const seen = seenWith(memory, ALL, { causePath: ["a"] });
    expect(await seen.import(given(lines))).toMatchObject({ written: 2 });
    expect(await seen.import(given(lines))).toMatchObject({ written: 0, unchanged: 2 });
    const [record] = (await memory.list()).items;
    const history = await memory.history(record?.id ?? "");
    expect(history.map(({ actor, cause }) => [actor, cause])).toEqual([
      ["nav", "skills[a>nav] because"],
      ["nav", "skills[a>nav] once more"],
    ]);
    expect(await memory.spaces()).toEqual([]);
    expect((await memory.scope("deep").list()).items).toHaveLength(1);
  },
);

/** The lines with a space and vectors in it, and the footer that belongs to them. */
function withVectors(
  lines: readonly ExportLine[],
  space: Extract<ExportLine, { readonly type: "space" }>,
): readonly ExportLine[] {
  const made = lines.flatMap((line): readonly ExportLine[] => {
    if (line.type === "header")
      return [{ ...line, parts: { ...line.parts, vectors: true } }, space];
    if (line.type === "record") return [{ ...line, vectors: { [space.id]: "AACAPw==" } }];
    return line.type === "footer" ? [] : [line];
  });
  const text = made.map((line) => `${JSON.stringify(line)}\n`).join("");
  const sha256 = createHash("sha256").update(text).digest("hex");
  const records = made.filter(({ type }) => type === "record").length;
  return [...made, { type: "footer", records, tombstones: 0, sha256 }];
}

test("an import keeps to the scopes that are granted, line by line, and notices what was changed", async () => {
  const source = openMemory();
  await source.remember("here");
  await source.scope("notes").remember("granted");
  await source.scope("skills", "other").remember("not granted");
  const lines = await collect(source.export());
  const memory = openMemory();
  const seen = seenWith(memory, ALL);
  await expect(seen.import(lines)).rejects.toMatchObject({
    code: "not-permitted",
    message: expect.stringContaining(
      'import there: its permissions lack a grant of write for { path: ["skills","other"] }',
    ) as string,
  });
  expect((await memory.scopes()).items).toEqual([[], ["notes"]]);
  const partly = { read: [{ path: [] }], write: [{ path: [], reach: "below" }] } as const;
  await expect(seenWith(openMemory(), partly).import(lines)).rejects.toThrow(
    'lack a grant of read for { path: ["notes"] }',
  );
  const granted = lines.filter((line) => !("scope" in line) || line.scope[0] !== "skills");
  await expect(seen.scope("again").import(granted)).rejects.toThrow("export is incomplete");
  for (const bad of [null, 1, "lines", {}, [null], [1], [{ type: "record", scope: "x" }]]) {
    await expect(seen.import(bad as never)).rejects.toMatchObject({ code: "invalid-input" });
  }
});

test("an export of a skill can be imported, and counts only what is in it", async () => {
  const memory = openMemory();
  await memory.rememberAll(["one", "two"]);
  await memory.scope("skills", "other").rememberAll(["secret", "secret, too"]);
  await memory.scope("skills", "other").erase({ everything: true });
  await memory.scope("skills", "other").rememberAll(["another secret"]);
  await memory.scope("notes").remember("three");
  const seen = seenWith(memory, { read: [{ path: [], reach: "below" }] });
  const progress: number[] = [];
  const lines = await collect(seen.export({ onProgress: (done) => progress.push(done) }));
  expect(progress.at(-1)).toBe(3);
  expect(lines.at(-1)).toMatchObject({ type: "footer", records: 3, tombstones: 0 });
  expect(await openMemory().import(lines)).toMatchObject({ written: 3 });
});

test("the rules of one call are those of all views that it makes", async () => {
  const memory = openMemory();
  const { permissions, ...rules } = rulesWith({ write: [{ path: ["a", "b"] }] });
  const seen = seenWith(memory, permissions, rules);
  await seen.scope("a").scope("b").remember("granted");
  await expect(seen.scope("a").remember("not")).rejects.toMatchObject({ code: "not-permitted" });
  expect(() => seen.scope("")).toThrow("scope");
  expect(seen.scope("a", "b").scopePath).toEqual(["a", "b"]);
});
