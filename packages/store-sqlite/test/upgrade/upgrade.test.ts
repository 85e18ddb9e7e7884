import { readFileSync, writeFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

import { createMemory } from "@kioku/core";
import type { MemoryRoot, Revision } from "@kioku/core";
import Driver from "better-sqlite3";
import { expect, test } from "vitest";

import { olderLines } from "../../scripts/upgrade/older-lines.js";
import { sqliteStore } from "../../src/index.js";
import { temporaryFile } from "../support/temporary-directory.js";
import { idsOf, letters, QUESTION, writeFile } from "./write-file.js";
import type { Told } from "./write-file.js";

/** A file of a commit, unpacked, and what that commit read of it. */
function fileOf(commit: string): { readonly path: string; readonly told: Told } {
  const unpacked = (name: string): Buffer =>
    gunzipSync(readFileSync(new URL(`${commit}.${name}.gz`, import.meta.url)));
  const path = temporaryFile();
  writeFileSync(path, unpacked("db"));
  return { path, told: JSON.parse(unpacked("told").toString()) as Told };
}

/** Reads of a memory with this version all that the older one has told of it. */
async function toldBy(memory: MemoryRoot, { scopes }: Told): Promise<Told> {
  const read: Record<string, Told["scopes"][string]> = {};
  for (const [path, { records, histories: earlier }] of Object.entries(scopes)) {
    const scope = memory.scope(...(path.split("/") as [string, string]));
    const { items } = await scope.list({ limit: 100 });
    expect(items.length).toBe(records.length);
    const histories: Record<string, readonly Revision[]> = {};
    for (const id of Object.keys(earlier)) histories[id] = await scope.history(id);
    read[path] = { records: items, histories };
  }
  const found = idsOf(await memory.scope("users", "ann").recall(QUESTION));
  return JSON.parse(JSON.stringify({ scopes: read, found })) as Told;
}

/** Goes on with a file, and returns what this version reads of it. */
async function use(path: string, told: Told): Promise<Told> {
  await using memory = createMemory({ store: sqliteStore({ path }), embedder: letters });
  const read = await toldBy(memory, told);
  // Nothing is without its vector, and what is written now is found beside it.
  expect(await memory.reindex()).toBe(0);
  const ann = memory.scope("users", "ann");
  const repeated = { content: "我每天早上六点去公园跑步", idempotencyKey: "run" };
  expect((await ann.remember(repeated)).status).toBe("duplicate");
  await ann.remember("My son is allergic to bees");
  const hits = await ann.recall({ query: "Who is allergic?", limit: 3, minScore: 0 });
  expect(hits.map(({ content }) => content)).toEqual(
    expect.arrayContaining(["My daughter is allergic to peanuts", "My son is allergic to bees"]),
  );
  return read;
}

test("this version reads what it wrote", async () => {
  const path = temporaryFile();
  const told = await writeFile(path, { createMemory, sqliteStore });
  const whole = JSON.parse(JSON.stringify(told)) as Told;
  expect(await use(path, whole)).toEqual(whole);
});

test("a file of the first commit with the layout of 0.1.0 opens as it is", async () => {
  const { path, told } = fileOf("e1966f8c");
  expect(await use(path, told)).toEqual(told);
});

test.each(["c1a77165", "9f518ac7"])(
  "a file of commit %s is refused unchanged, and upgraded whole",
  async (commit) => {
    const { path, told } = fileOf(commit);
    const before = readFileSync(path);
    const refused = createMemory({ store: sqliteStore({ path }) });
    await expect(refused.list()).rejects.toMatchObject({ code: "store-failed" });
    await refused.close();
    expect(readFileSync(path).equals(before)).toBe(true);

    const upgraded = temporaryFile();
    const database = new Driver(path, { readonly: true });
    const memory = createMemory({ store: sqliteStore({ path: upgraded }) });
    const report = await memory.import(olderLines(database), { embed: false });
    expect(report).toMatchObject({ written: 8, queued: 0 });
    database.close();
    await memory.close();
    expect(await use(upgraded, told)).toMatchObject(told);
  },
);
