import { statSync } from "node:fs";

import { createMemory } from "@kioku/core";
import type { Embedder } from "@kioku/core";
import { expect, test } from "vitest";

import { sqliteStore } from "../../src/index.js";
import { seededRandom, testSeed } from "../support/random.js";
import { temporaryFile } from "../support/temporary-directory.js";
import { randomUnit } from "../support/vectors.js";

const RECORDS = 4_000;
const PAGE = 4_096;
/** Bytes of a page in the log. */
const FRAME = PAGE + 24;

const random = seededRandom(testSeed());
const embedder: Embedder = {
  id: "test/random@256",
  dimensions: 256,
  profile: { unrelated: 0, related: 1 },
  embed: async (texts) => ({ vectors: texts.map(() => randomUnit(random, 256)) }),
};

test("a short record takes some 1,500 bytes of the file, and one alone 12 pages of the log", async () => {
  const path = temporaryFile();
  const memory = createMemory({ store: sqliteStore({ path }), embedder });
  const contents = Array.from(
    { length: RECORDS },
    (_, n) => `Carla postponed the marathon in Lisbon in the morning, note ${n}`,
  );
  await memory.rememberAll(contents);
  const logBytes = (): number => statSync(`${path}-wal`).size;
  // From here on the log begins anew.
  await memory.close();
  expect(statSync(path).size / RECORDS).toBeLessThan(1_540);

  const again = createMemory({ store: sqliteStore({ path }), embedder });
  await again.remember("the first one makes room");
  const pages: number[] = [];
  for (let n = 0; n < 25; n += 1) {
    const before = logBytes();
    await again.remember(`the ${n}th lantern is in box ${n * 13}`);
    pages.push((logBytes() - before) / FRAME);
  }
  // Others divide a page, or merge segments of the keyword index.
  expect(Math.min(...pages)).toBeLessThanOrEqual(12);
  await again.close();
});
