/** @module-tag long */
import { copyFileSync } from "node:fs";

import { createMemory } from "@kioku/core";
import type { MemoryRecord, MemoryRoot } from "@kioku/core";
import type { CompleteStore } from "@kioku/core/toolkit";
import Driver from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";

import { sqliteStore } from "../src/index.js";
import { startChild } from "./support/child.js";
import { seededRandom, testSeed } from "./support/random.js";
import { temporaryFile } from "./support/temporary-directory.js";
import { newModel, oldModel } from "./support/test-model.js";
import { answersOf, noteSpaces, recallUntil } from "./support/watch-recalls.js";

/** `KIOKU_TEST_SIZE=full` is the whole bar, which takes minutes. */
const SIZE =
  process.env["KIOKU_TEST_SIZE"] === "full"
    ? { records: 10_000, kills: 20, batchSize: 32 }
    : { records: 600, kills: 5, batchSize: 4 };
const REINDEXER = new URL("./support/reindexer.ts", import.meta.url);
const NOW = new Date("2026-03-01T12:00:00Z");
const OLD = oldModel().id;
const NEW = newModel(1).id;
const seed = testSeed();
const random = seededRandom(seed);

const SUBJECTS = ["green tea", "black coffee", "cold milk", "warm soup", "dry bread", "ripe plums"];
const PLACES = ["kitchen", "garden", "office", "train"];
const NAMES = ["Ann", "Ben", "Eva", "Tom", "Ida"];

function note(n: number): string {
  const [name, subject] = [NAMES[n % 5] ?? "", SUBJECTS[(n >> 2) % 6] ?? ""];
  return `${name} forgot the ${subject} in the ${PLACES[(n >> 1) % 4] ?? ""} on day ${n}`;
}

function memoryOn(store: CompleteStore, embedder = [newModel(SIZE.batchSize), oldModel()]) {
  const memory = createMemory({ store, embedder, clock: () => NOW });
  onTestFinished(() => memory.close());
  return memory;
}

async function allRecords(memory: MemoryRoot): Promise<readonly MemoryRecord[]> {
  const records: MemoryRecord[] = [];
  let cursor: string | undefined;
  do {
    const page = await memory.list({ limit: 1_000, cursor, order: "asc" });
    records.push(...page.items);
    ({ cursor } = page);
  } while (cursor !== undefined);
  return records;
}

/** The vectors of all records as bytes in hexadecimal. */
async function vectorBytes(
  store: CompleteStore,
  records: readonly MemoryRecord[],
): Promise<readonly (string | undefined)[]> {
  const vectors = await store.vectors(NEW, records);
  return vectors.map((vector) => vector && Buffer.from(vector.buffer).toString("hex"));
}

test(`a change of the model that is killed ${SIZE.kills} times never mixes spaces and ends as one that is not (seed ${seed})`, async () => {
  const path = temporaryFile();
  const before = createMemory({
    store: sqliteStore({ path }),
    embedder: oldModel(),
    clock: () => NOW,
  });
  await before.rememberAll(Array.from({ length: SIZE.records }, (_, n) => note(n)));
  await before.close();
  const calmPath = temporaryFile("calm.db");
  copyFileSync(path, calmPath);

  const calmStore = sqliteStore({ path: calmPath });
  const calm = memoryOn(calmStore);
  const oldAnswers = await answersOf(calm);
  expect(await calm.reindex()).toBe(SIZE.records);
  const newAnswers = await answersOf(calm);
  for (const [index, answer] of oldAnswers.entries()) expect(newAnswers[index]).not.toBe(answer);

  const { store, asked } = noteSpaces(sqliteStore({ path }));
  const memory = memoryOn(store);
  let left = SIZE.records;
  let rounds = 0;
  for (let kill = 0; kill < SIZE.kills; kill += 1) {
    const moment = [1 + random.below(2), random.below(30)].map(String);
    const child = startChild(REINDEXER, path, String(SIZE.batchSize), ...moment);
    await recallUntil(memory, child.exited(), (answers) => {
      expect(answers).toEqual(oldAnswers);
      rounds += 1;
    });
    expect(await child.exited()).toBeNull();
    // It was killed after something was durable, and before all of it was.
    const missing = await store.countMissingVectors(NEW);
    expect(missing).toBeLessThan(left);
    expect(missing).toBeGreaterThan(0);
    left = missing;
    expect(await memory.spaces()).toMatchObject([
      { id: NEW, state: "building", missing },
      { id: OLD, state: "ready", missing: 0 },
    ]);
  }
  expect(asked.every(([space, ...more]) => space === OLD && more.length === 0)).toBe(true);

  const last = startChild(REINDEXER, path, String(SIZE.batchSize));
  const seen: string[] = [];
  await recallUntil(memory, last.exited(), (answers) => {
    rounds += 1;
    for (const [index, answer] of answers.entries()) {
      if (answer === newAnswers[index]) seen.push("new");
      else seen.push(answer === oldAnswers[index] ? "old" : "mixed");
    }
  });
  // The change may come between two questions, but never within one, and never back.
  const change = seen.includes("new") ? seen.indexOf("new") : seen.length;
  expect(seen).toEqual(seen.map((_, index) => (index < change ? "old" : "new")));
  expect(await last.exited()).toBe(0);
  expect(await answersOf(memory)).toEqual(newAnswers);
  expect(asked.every(({ length }) => length === 1)).toBe(true);
  expect(rounds).toBeGreaterThan(SIZE.kills);
  expect(await memory.spaces()).toMatchObject([
    { id: NEW, state: "ready", missing: 0 },
    { id: OLD, state: "retired", missing: 0 },
  ]);

  const records = await allRecords(memory);
  expect(records).toHaveLength(SIZE.records);
  expect(await vectorBytes(store, records)).toEqual(await vectorBytes(calmStore, records));
  const database = new Driver(path, { readonly: true });
  expect(database.pragma("integrity_check", { simple: true })).toBe("ok");
  database.close();
  if (process.env["KIOKU_TEST_SIZE"] === "full") {
    process.stdout.write(
      `${SIZE.records} records, ${SIZE.kills} kills, ${left} vectors left after the last kill, ${asked.length} recalls\n`,
    );
  }
}, 900_000);
