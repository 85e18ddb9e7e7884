/**
 * Writes to a file while others do, and compares what its index finds with what the database
 * finds: node index-watcher.ts FILE SEED FIRST. Its ids begin at FIRST. Ends by a message that
 * says what it saw.
 */
import { isDeepStrictEqual } from "node:util";

import type { SearchRequest, WriteOp } from "@kioku/core/toolkit";
import { putOp, searchEntry, testId, testRecord } from "@kioku/testing";
import Driver from "better-sqlite3";

import { sqliteStore } from "../../src/index.js";
import { seededRandom } from "./random.js";
import { randomUnit } from "./vectors.js";

const ROUNDS = 60;
const SPACE = { id: "space", dimensions: 16 };

const [path = "", seed = "1", first = "0"] = process.argv.slice(2);
const random = seededRandom(Number(seed));
const store = sqliteStore({ path, busyTimeoutMs: 240_000 });
const plain = sqliteStore({ path, indexBytes: 0, busyTimeoutMs: 240_000 });
await store.open();
await plain.open();
const watcher = new Driver(path, { readonly: true });
const lastChange = watcher.prepare("select max(change) from touched").pluck();

const versions = new Map<number, number>();
let next = Number(first);

function randomOp(): WriteOp {
  const known = [...versions.keys()];
  const n = known.length > 0 && random.chance(0.4) ? random.pick(known) : next;
  if (versions.has(n) && random.chance(0.4)) {
    versions.delete(n);
    const { scope } = testRecord(n);
    return { op: "delete", scope, id: testId(n), at: testRecord(n).updatedAt, purge: true };
  }
  if (n === next) next += 1;
  const version = (versions.get(n) ?? 0) + 1;
  versions.set(n, version);
  const content = `text common${n % 3} ${n} ${version}`;
  const vectors = [{ space: SPACE, values: randomUnit(random, SPACE.dimensions) }];
  return putOp(testRecord(n, { content, version }), { search: searchEntry(content, vectors) });
}

function randomRequest(): SearchRequest {
  const values = randomUnit(random, SPACE.dimensions);
  const terms = [`common${random.below(3)}`, "text"];
  return {
    legs: [
      { type: "vector", space: SPACE.id, values },
      { type: "text", terms },
    ],
    limit: random.pick([5, 5_000]),
    selection: { within: [testRecord(0).scope], reach: "here" },
  };
}

const differing: number[] = [];
let compared = 0;
let mostFound = 0;
for (let round = 0; round < ROUNDS; round += 1) {
  await store.write(Array.from({ length: 1 + random.below(8) }, () => randomOp()));
  const request = randomRequest();
  const before = lastChange.get();
  const found = await store.search(request);
  const expected = await plain.search(request);
  mostFound = Math.max(mostFound, found.length);
  // Only what both saw in the same state can be compared.
  if (before !== lastChange.get()) continue;
  compared += 1;
  if (!isDeepStrictEqual(found, expected)) differing.push(round);
}
await store.close();
await plain.close();
watcher.close();
process.send?.({ compared, differing, mostFound, written: versions.size });
