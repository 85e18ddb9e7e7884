import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { PutOp, SearchRequest } from "@kioku/core/toolkit";
import { putOp, searchEntry, testRecord } from "@kioku/testing";
import { afterAll } from "vitest";

import { sqliteStore } from "../../src/index.js";
import { seededRandom } from "./random.js";
import { temporaryFile } from "./temporary-directory.js";
import { randomUnit } from "./vectors.js";

/** More than have to be there for their index to be saved. */
export const RECORDS = 20_600;
/** Records with the word that is erased. */
export const SECRETS = 200;
export const SECRET = "zqwombat";

const SPACE = { id: "space", dimensions: 16 };

/** A record of the large scope, some of which have a thread, a speaker and instants. */
export function largePut(n: number, version = 1): PutOp {
  const random = seededRandom(n * 7 + version);
  const word = n >= 1_000 && n < 1_000 + SECRETS && version === 1 ? SECRET : `word${n % 900}`;
  const content = `${word} common${n % 3} ${version} ${random.below(5_000)}`;
  const vector = { space: SPACE, values: randomUnit(random, SPACE.dimensions) };
  const { updatedAt } = testRecord(n);
  return putOp(
    testRecord(n, {
      content,
      version,
      ...(n % 3 === 0 ? { thread: `thread${n % 77}` } : {}),
      ...(n % 5 === 0 ? { speaker: `speaker${n % 4}` } : {}),
      ...(n % 11 === 0 ? { archivedAt: updatedAt } : {}),
      ...(n % 13 === 0 ? { validFrom: updatedAt } : {}),
    }),
    { search: searchEntry(content, [vector]) },
  );
}

/** A request that uses codes, lists of postings, threads, labels and instants. */
export function largeRequest(seed: number): SearchRequest {
  const random = seededRandom(seed);
  const values = randomUnit(random, SPACE.dimensions);
  return {
    legs: [
      { type: "vector", space: SPACE.id, values },
      { type: "text", terms: [`common${seed % 3}`, `word${random.below(900)}`, SECRET] },
    ],
    limit: 20,
    around: 2,
    selection: {
      within: [["test"]],
      reach: seed % 2 === 0 ? "here" : "below",
      includeArchived: seed % 3 === 0,
      validAt: testRecord(random.below(RECORDS)).updatedAt,
    },
  };
}

let template: string | undefined;

async function fill(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "kioku-sqlite-"));
  const path = join(folder, "template.db");
  const store = sqliteStore({ path, indexBytes: 0, durability: "relaxed" });
  await store.open();
  for (let start = 0; start < RECORDS; start += 1_000) {
    const length = Math.min(1_000, RECORDS - start);
    await store.write(Array.from({ length }, (_, index) => largePut(start + index)));
  }
  await store.close();
  return path;
}

afterAll(() => {
  if (template !== undefined) rmSync(join(template, ".."), { recursive: true, force: true });
  template = undefined;
});

/** Returns the path of a new database with the records of the large scope. */
export async function largeDatabase(): Promise<string> {
  template ??= await fill();
  const path = temporaryFile();
  copyFileSync(template, path);
  return path;
}
