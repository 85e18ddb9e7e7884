import { createMemory } from "@kioku/core";
import type { MemoryRoot } from "@kioku/core";
import Driver from "better-sqlite3";
import { expect, test } from "vitest";

import { sqliteStore } from "../../src/index.js";
import type { SqliteStore } from "../../src/index.js";
import { rejection } from "../support/rejection.js";
import { temporaryFile } from "../support/temporary-directory.js";

interface Spoiled {
  readonly memory: MemoryRoot;
  readonly store: SqliteStore;
  readonly id: string;
}

/** A memory of three records, one of them spoiled by hand. */
async function spoiled(sql: string): Promise<Spoiled> {
  const path = temporaryFile();
  const before = createMemory({ store: sqliteStore({ path }) });
  const receipt = await before.remember({ content: "Ann keeps bees", metadata: { of: "Ann" } });
  const id = "record" in receipt ? receipt.record.id : "";
  await before.remember({ content: "Bob keeps hens", metadata: { of: "Bob" } });
  await before.update(id, { content: "Ann keeps many bees" });
  await before.close();
  const database = new Driver(path);
  database.prepare(sql).run(id);
  database.close();
  const store = sqliteStore({ path });
  return { memory: createMemory({ store }), store, id };
}

const DAMAGE: Readonly<Record<string, readonly [sql: string, reason: string]>> = {
  metadata: ["update records set metadata = '{' where id = ?", "its metadata is no JSON object"],
  "metadata of another type": [
    "update records set metadata = '[]' where id = ?",
    "its metadata is no JSON object",
  ],
  value: ["update records set value = 'x' where id = ?", "its value is no JSON"],
  sources: ["update records set sources = 'x' where id = ?", "its sources are no JSON array"],
  instants: ["update records set created_at = 9e15 where id = ?", "one of its instants is no date"],
  history: [
    "update history set snapshot = '{' where id = ?",
    "version 1 of its history is no JSON object",
  ],
};

test.each(Object.entries(DAMAGE))(
  "the check names a record by its %s",
  async (_what, [sql, reason]) => {
    const { memory, store, id } = await spoiled(sql);
    await store.open();
    const { ok, problems } = await store.integrityCheck();
    expect([ok, problems]).toEqual([false, [`record ${id} of scope "" cannot be read: ${reason}`]]);
    await memory.close();
  },
);

test("reading a damaged record fails by its name, and it can be forgotten", async () => {
  const { memory, store, id } = await spoiled("update records set metadata = '{' where id = ?");
  for (const call of [
    () => memory.list(),
    () => memory.recall("bees"),
    () => memory.read(id),
    () => memory.list({ filter: { of: "Bob" } }),
  ]) {
    const error = await rejection(call());
    expect(error).toMatchObject({ code: "store-failed", retryable: false });
    expect(error.message).toMatch(new RegExp(`${id}|integrityCheck`, "u"));
    expect(error.message).not.toContain("bees");
  }
  expect(await memory.forget(id, { purge: true })).toBe(1);
  expect((await memory.list()).items.map(({ content }) => content)).toEqual(["Bob keeps hens"]);
  expect((await memory.recall("hens")).map(({ content }) => content)).toEqual(["Bob keeps hens"]);
  expect(await store.integrityCheck()).toEqual({ ok: true, problems: [] });
  await memory.close();
});
