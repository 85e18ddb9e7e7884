import { rejection, testMemory } from "@kioku/testing/support";
import { expect, test } from "vitest";

import { createMemory, inMemoryStore } from "../../../src/index.js";
import type { ExportLine, MemoryRoot, RememberInput } from "../../../src/index.js";

/** Three of them are longer than a page of a history. */
const LENGTH = 400_000;
const VERSIONS = 8;

async function remember(memory: MemoryRoot, input: RememberInput): Promise<string> {
  const receipt = await memory.remember(input);
  if (receipt.status === "rejected") throw new Error(receipt.reason);
  return receipt.record.id;
}

/** The text of a version. */
function text(version: number, length = LENGTH): string {
  return `v${version} `.padEnd(length, ".");
}

async function linesOf(memory: MemoryRoot): Promise<ExportLine[]> {
  const lines: ExportLine[] = [];
  for await (const line of memory.export()) lines.push(line);
  return lines;
}

/** A memory with one long history between two short ones, and the id of the record. */
async function longHistory(): Promise<{ readonly memory: MemoryRoot; readonly id: string }> {
  const { memory, clock } = testMemory();
  await memory.remember("Before");
  const id = await remember(memory, { content: text(1), key: "long" });
  for (let version = 2; version <= VERSIONS; version += 1) {
    clock.now = new Date(clock.now.getTime() + 1_000);
    await memory.update(id, { content: text(version) });
  }
  await memory.remember("After");
  return { memory, id };
}

/**
 * The lines up to those of earlier versions, of which so many are taken: what was read of a file
 * that was cut.
 */
function cut(lines: readonly ExportLine[], earlier: number): readonly ExportLine[] {
  const first = lines.findIndex(({ type }) => type === "revisions");
  return lines.slice(0, first + earlier);
}

async function importCut(memory: MemoryRoot, lines: readonly ExportLine[]): Promise<void> {
  expect((await rejection(() => memory.import(lines))).code).toBe("invalid-input");
}

test("a long history is exported in several lines, the newest versions first, and comes back whole", async () => {
  const { memory, id } = await longHistory();
  const lines = await linesOf(memory);
  const versions = lines.flatMap((line) =>
    "revisions" in line && line.id === id
      ? [[line.type, line.revisions.map(({ version }) => version), line.more]]
      : [],
  );
  expect(versions).toEqual([
    ["record", [6, 7, 8], true],
    ["revisions", [3, 4, 5], true],
    ["revisions", [1, 2], undefined],
  ]);
  const copy = testMemory().memory;
  expect(await copy.import(lines)).toMatchObject({ written: 3, unchanged: 0 });
  expect(await linesOf(copy)).toEqual(lines);
  expect(await copy.history(id)).toEqual(await memory.history(id));
  expect(await copy.import(lines)).toMatchObject({ written: 0, unchanged: 3 });
});

test("an import that ended between the lines of a history goes on where it stopped", async () => {
  const lines = await linesOf((await longHistory()).memory);
  for (const earlier of [0, 1]) {
    const { memory } = testMemory();
    await importCut(memory, cut(lines, earlier));
    expect(await memory.get("long")).toMatch(/^v8 /u);
    expect(await memory.import(lines)).toMatchObject({ skipped: 0 });
    expect(await linesOf(memory)).toEqual(lines);
  }
});

test("earlier versions that differ are a conflict, are skipped or replaced, as onConflict says", async () => {
  const { memory, id } = await longHistory();
  const lines = await linesOf(memory);
  const other = lines.map((line) =>
    line.type === "revisions" && !line.more
      ? { ...line, revisions: line.revisions.slice(1) }
      : line,
  );
  const footer = { ...other.at(-1), sha256: "0".repeat(64) } as ExportLine;
  const damaged = [...other.slice(0, -1), footer];
  const copy = testMemory().memory;
  // The checksum is not that of these lines, which is said at the end.
  await importCut(copy, damaged);
  expect((await copy.history(id)).map(({ version }) => version)).toEqual([2, 3, 4, 5, 6, 7, 8]);
  expect((await rejection(() => copy.import(lines))).code).toBe("conflict");
  expect(await copy.import(lines, { onConflict: "skip" })).toMatchObject({ skipped: 1 });
  expect(await copy.import(lines, { onConflict: "newer" })).toMatchObject({ skipped: 1 });
  expect(await copy.import(lines, { onConflict: "replace" })).toMatchObject({ written: 1 });
  expect(await linesOf(copy)).toEqual(lines);
});

test("a record whose earlier versions were made of something erased does not come back", async () => {
  const { memory, clock } = testMemory();
  const source = await remember(memory, { content: "A secret" });
  const first = { content: text(1), key: "derived", sources: [source] };
  const id = await remember(memory, first);
  for (let version = 2; version <= VERSIONS; version += 1) {
    clock.now = new Date(clock.now.getTime() + 1_000);
    await memory.remember({ content: text(version), key: "derived" });
  }
  const lines = await linesOf(memory);
  const copy = testMemory().memory;
  await copy.import(lines);
  await copy.erase({ everything: true });
  const fresh = createMemory({ store: inMemoryStore() });
  await fresh.import(copy.export());
  const report = await fresh.import(lines);
  expect(report).toMatchObject({ written: 0, erased: 2 });
  expect(await fresh.history(id)).toEqual([]);
});

test("lines of earlier versions that do not follow their record are refused", async () => {
  const lines = await linesOf((await longHistory()).memory);
  const at = lines.findIndex(({ type }) => type === "revisions");
  const without = lines.toSpliced(at, 1);
  const alone = lines.toSpliced(at - 1, 1);
  const twice = lines.toSpliced(at, 0, ...lines.slice(at, at + 1));
  for (const wrong of [without.toSpliced(at, 1), alone, twice]) {
    expect((await rejection(() => testMemory().memory.import(wrong))).code).toBe("invalid-input");
  }
});

test("a history is read in pages, and one that is too long for one answer says so", async () => {
  const { memory } = testMemory();
  const length = 4_000_000;
  const id = await remember(memory, { content: text(1, length), index: false });
  for (let version = 2; version <= 9; version += 1) {
    await memory.update(id, { content: text(version, length) });
  }
  const error = await rejection(() => memory.history(id));
  expect(error.code).toBe("invalid-input");
  expect(error.message).toContain("read it in pages");
  const first = await memory.history(id, { limit: 1_000 });
  expect(first.map(({ version }) => version)).toEqual([1]);
  const rest = await memory.history(id, { after: 7, limit: 1 });
  expect(rest.map(({ version }) => version)).toEqual([8]);
});

test("erasing finds what long histories name in any of their versions, in a dry run too", async () => {
  const { memory, id } = await longHistory();
  const target = { filter: { "@version": 1, "@key": "long" } };
  const dry = await memory.erase(target, { dryRun: true });
  expect(dry).toMatchObject({ records: [{ id }], revisions: VERSIONS });
  const seen: number[] = [];
  const report = await memory.erase(target, { onProgress: (looked) => seen.push(looked) });
  expect(report).toMatchObject({ records: [{ id }], revisions: VERSIONS });
  // Parts of one history are one record.
  expect(seen[seen.length - 1]).toBeLessThanOrEqual(5);
  expect(await memory.history(id)).toEqual([]);
});
