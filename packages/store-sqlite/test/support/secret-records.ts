import { existsSync, readFileSync } from "node:fs";

import type { CompleteStore, PutOp, SpaceVector } from "@kioku/core/toolkit";
import { putOp, searchEntry, spaceVector, testId, testRecord } from "@kioku/testing";

import { seededRandom } from "./random.js";
import { savedFiles } from "./saved-files.js";

/** Every vector is of this space. */
export const SPACE = { id: "space", dimensions: 4 };
/** When records are written. */
export const at = testRecord(0).createdAt;
/** When all of them expire. */
export const EXPIRY = new Date(at.getTime() + 86_400_000);

function vectorOf(word: string, n: number, version: number): SpaceVector {
  return spaceVector(SPACE, [1, n + 1, version, word.charCodeAt(0)]);
}

/** The bytes of a vector of the second version of record 7. */
export function vectorBytes(word: string): Buffer {
  return Buffer.from(vectorOf(word, 7, 2).values.buffer);
}

/** Every text of the record has the word, and its terms do. Vectors of different words differ. */
export function putWith(word: string, n: number, version = 1): PutOp {
  const text = `${word}${n}v${version}`;
  const record = testRecord(n, {
    scope: [word],
    version,
    key: `key ${text}`,
    kind: `kind ${text}`,
    content: `about ${text}`,
    thread: `thread ${text}`,
    value: { text },
    metadata: { text },
    expiresAt: EXPIRY,
  });
  return putOp(record, {
    search: searchEntry(`about ${text} and ${text.repeat(2)}`, [vectorOf(word, n, version)]),
    actor: `actor ${text}`,
    cause: `cause ${text}`,
    contentHash: `hash ${text}`,
    idempotencyKey: `once ${text}`,
  });
}

/** Two versions of 300 records in scope `keepsake` and of 300 in scope `xsecretx`. */
export async function writeBoth(store: CompleteStore): Promise<void> {
  const numbers = Array.from({ length: 300 }, (_, n) => n);
  for (const version of [1, 2]) {
    await store.write(numbers.map((n) => putWith("keepsake", n, version)));
    await store.write(numbers.map((n) => putWith("xsecretx", n, version)));
  }
}

/**
 * Writes secrets among other records of one scope, in an order and of lengths that make SQLite move
 * rows between pages. Answers with the ids of the secrets.
 */
export async function writeScattered(
  store: CompleteStore,
  count: number,
): Promise<readonly string[]> {
  const random = seededRandom(7);
  const scope = ["one"];
  const scatter = (word: string, n: number, version: number): PutOp => {
    const put = putWith(word, n, version);
    const content = `${put.record.content}${` ${word}`.repeat(random.below(60))}`;
    const key = `${random.below(1e9)} ${word}`;
    const id = testId(word === "keepsake" ? count + n : n);
    const record = { ...put.record, scope, id, key, content };
    return { ...put, record, search: searchEntry(content), contentHash: key, idempotencyKey: key };
  };
  for (const version of [1, 2]) {
    for (let start = 0; start < count; start += 4) {
      const numbers = [0, 1, 2, 3].map(
        (step) => ((start + step) * (version === 1 ? 37 : 91)) % count,
      );
      await store.write(
        numbers.flatMap((n) => ["xsecretx", "keepsake"].map((word) => scatter(word, n, version))),
      );
    }
  }
  return Array.from({ length: count }, (_, n) => testId((n * 53) % count));
}

/** Counts the occurrences of a text in the files of a database. */
export function countInFiles(path: string, text: string | Buffer): number {
  return ["", "-wal", "-shm", "-journal"]
    .map((suffix) => `${path}${suffix}`)
    .filter((file) => existsSync(file))
    .concat(savedFiles(path))
    .map((file) => occurrences(readFileSync(file), Buffer.from(text)))
    .reduce((sum, count) => sum + count, 0);
}

function occurrences(bytes: Buffer, sought: Buffer): number {
  let count = 0;
  for (let place = bytes.indexOf(sought); place !== -1; place = bytes.indexOf(sought, place + 1)) {
    count += 1;
  }
  return count;
}

/** All that is secret. */
export const secretScope = {
  within: [["xsecretx"]],
  reach: "here",
  includeArchived: true,
} as const;
