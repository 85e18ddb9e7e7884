import { testRecord } from "@kioku/core/testing";
import Driver from "better-sqlite3";
import { expect, test } from "vitest";

import { sqliteStore } from "../src/index.js";
import { startChild } from "./support/child.js";
import { seededRandom, testSeed } from "./support/random.js";
import { temporaryFile } from "./support/temporary-directory.js";

const ROUNDS = 5;
const BATCH = 10;
const seed = testSeed();
const random = seededRandom(seed);
const { scope } = testRecord(0);

/** How many rows of each sort there are; a batch that was torn would make them differ. */
function countRows(path: string): Record<string, unknown> {
  const database = new Driver(path);
  expect(database.pragma("integrity_check", { simple: true })).toBe("ok");
  database.exec("insert into keywords (keywords, rank) values ('integrity-check', 1)");
  const count = (from: string): unknown =>
    database.prepare(`select count(*) from ${from}`).pluck().get();
  const counted = (column: string): unknown =>
    database.prepare(`select sum(${column}) from scopes`).pluck().get();
  const rows = {
    records: count("records"),
    strength: count("strength join records on row = record"),
    vectors: count("vectors join records on records.row = record"),
    keywords: count("keywords join records on records.row = keywords.rowid / 4096"),
    countedRecords: counted("records"),
    countedDocuments: counted("documents"),
  };
  database.close();
  return rows;
}

test(`after kill -9 in the middle of writing every acknowledged batch is there, and no half one (seed ${seed})`, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const path = temporaryFile();
    const child = startChild(
      new URL("./support/batch-writer.ts", import.meta.url),
      path,
      String(BATCH),
    );
    let acknowledged = 0;
    child.process.on("message", () => {
      acknowledged += 1;
    });
    await child.message();
    const delayMs = random.below(60);
    await new Promise((resolve) => {
      setTimeout(resolve, delayMs);
    });
    child.process.kill("SIGKILL");
    await child.exited();
    expect(acknowledged).toBeGreaterThanOrEqual(1);

    const rows = countRows(path);
    const written = Number(rows["records"]);
    expect(written).toBeGreaterThanOrEqual(acknowledged * BATCH);
    expect(written % BATCH).toBe(0);
    expect(new Set(Object.values(rows))).toEqual(new Set([written]));

    const store = sqliteStore({ path });
    await store.open();
    const n = acknowledged * BATCH - 1;
    const leg = { type: "text", terms: [`word${n}`] } as const;
    const hits = await store.search({
      legs: [leg],
      selection: { within: [scope], reach: "here" },
      limit: 9,
    });
    expect(hits.map(({ id }) => id)).toEqual([testRecord(n).id]);
    await store.close();
  }
});
