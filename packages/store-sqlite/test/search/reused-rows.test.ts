import type { SearchRequest } from "@kioku/core/toolkit";
import { putOp, searchEntry, testId, testRecord } from "@kioku/testing";
import { expect, test } from "vitest";

import { sqliteStore } from "../../src/index.js";
import { seededRandom, testSeed } from "../support/random.js";
import { temporaryFile } from "../support/temporary-directory.js";
import { randomUnit } from "../support/vectors.js";

const random = seededRandom(testSeed());
const space = { id: "space", dimensions: 16 };

function put(n: number, scope: string) {
  const record = testRecord(n, { scope: [scope], content: `word ${n}` });
  const vectors = [{ space, values: randomUnit(random, space.dimensions) }];
  return putOp(record, { search: searchEntry(record.content, vectors) });
}

function everything(scope: string): SearchRequest {
  const values = randomUnit(random, space.dimensions);
  const legs = [
    { type: "vector", space: space.id, values },
    { type: "text", terms: ["word"] },
  ] as const;
  return { legs, limit: 10_000, selection: { within: [[scope]], reach: "here" } };
}

test.each([
  ["small scopes", 20],
  ["scopes with codes", 600],
])(
  "a row that passes from one scope to another is found in the other only: %s",
  async (_, size) => {
    const store = sqliteStore({ path: temporaryFile() });
    await store.open();
    for (const scope of ["b", "a"]) {
      await store.write(Array.from({ length: size }, (__, n) => put(n, scope)));
      for (let time = 0; time < 3; time += 1) await store.search(everything(scope));
    }
    for (let round = 1; round <= 3; round += 1) {
      // The last record of all is of scope a; whatever comes next gets its row.
      const id = testId(size - round);
      const at = testRecord(0).createdAt;
      const gone = { op: "delete", scope: ["a"], id, at, purge: true } as const;
      await store.write([gone, put(size + round, "b")]);
      const ofA = (await store.search(everything("a"))).map((hit) => hit.scope[0]);
      expect(ofA).toEqual(Array.from({ length: size - round }, () => "a"));
      const ofB = await store.search(everything("b"));
      expect(ofB).toHaveLength(size + round);
      expect(ofB.map((hit) => hit.id)).toContain(testId(size + round));
      // Back to scope a, so that the next round passes on a row as well.
      await store.write([
        { op: "delete", scope: ["b"], id: testId(size + round), at, purge: true },
        put(size + 100 + round, "a"),
        { op: "delete", scope: ["a"], id: testId(size + 100 + round), at, purge: true },
        put(size + round, "b"),
      ]);
      expect(await store.search(everything("a"))).toHaveLength(size - round);
      expect(await store.search(everything("b"))).toHaveLength(size + round);
    }
    await store.close();
  },
);
