import { createMemory } from "@kioku/core";
import { queueWorkers } from "@kioku/testing";
import Driver from "better-sqlite3";
import { expect, test } from "vitest";

import { sqliteStore } from "../src/index.js";
import { startChild } from "./support/child.js";
import { temporaryFile } from "./support/temporary-directory.js";
import { newModel } from "./support/test-model.js";

const WORKER = new URL("support/queue-worker.ts", import.meta.url);

test(
  "eight workers on two connections give each of 2,000 texts one vector, whatever happens to them",
  { timeout: 300_000 },
  async () => {
    const path = temporaryFile();
    const stores = [sqliteStore({ path }), sqliteStore({ path })];
    for (const store of stores) await store.open();
    const report = await queueWorkers(stores, { jobs: 2_000, workers: 8 });
    expect(report.completed).toBeGreaterThan(1_900);
    for (const [what, count] of Object.entries(report)) {
      expect([what, count > 9]).toEqual([what, true]);
    }
    for (const store of stores) await store.close();
  },
);

test(
  "processes that are killed leave nothing undone, and no text is embedded twice",
  { timeout: 300_000 },
  async () => {
    const path = temporaryFile();
    const memory = createMemory({
      store: sqliteStore({ path }),
      embedder: newModel(8),
      embedding: "queued",
    });
    const texts = Array.from({ length: 300 }, (_, index) => `text ${index} of a queue`);
    for (const name of ["ann", "bo", "cleo"]) await memory.scope(name).rememberAll(texts);
    const crashes = ["3", "6", "9"];
    const children = [...crashes, "Infinity", "Infinity"].map((after) =>
      startChild(WORKER, path, after),
    );
    for (const child of children) expect(await child.message()).toBe("ready");
    for (const child of children) child.process.send("go");
    const ids = await Promise.all(children.map((child) => child.message()));
    expect(ids.filter((one) => one === "exited")).toHaveLength(crashes.length);
    const embedded = (ids.slice(crashes.length) as readonly string[][]).flat();
    expect(new Set(embedded).size).toBe(embedded.length);
    expect(embedded.length).toBeGreaterThan(300);
    expect(await memory.queueStats()).toEqual({ ready: 0, leased: 0, delayed: 0, dead: 0 });
    expect((await memory.spaces()).map(({ missing }) => missing)).toEqual([0]);
    await memory.close();
  },
);

test("a store that is not asked to queue anything never writes to the queue", async () => {
  const path = temporaryFile();
  const memory = createMemory({ store: sqliteStore({ path }), embedder: newModel(8) });
  await memory.rememberAll(["one", "two"]);
  await memory.set("key", "value");
  await memory.set("key", "another");
  await memory.close();
  const database = new Driver(path, { readonly: true });
  const numbers = database.prepare("select seq from sqlite_sequence where name = 'embedding_jobs'");
  expect(numbers.all()).toEqual([]);
  database.close();
});
