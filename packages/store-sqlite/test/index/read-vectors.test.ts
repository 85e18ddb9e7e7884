import { putOp, testRecord } from "@kioku/testing";
import { expect, onTestFinished, test } from "vitest";

import { sqliteStore } from "../../src/index.js";
import { temporaryFile } from "../support/temporary-directory.js";

const space = { id: "s", dimensions: 2 };

function put(version: number, values: readonly number[]): ReturnType<typeof putOp> {
  const vectors = [{ space, values: Float32Array.from(values) }];
  const search = { textHash: `${version}`, terms: ["tea"], traits: 1, vectors };
  return putOp({ ...testRecord(1), version }, { search });
}

test("vectors that a search has read are those of the file, also after others write", async () => {
  const path = temporaryFile();
  const [store, other] = [sqliteStore({ path }), sqliteStore({ path })];
  for (const one of [store, other]) {
    onTestFinished(() => one.close());
    await one.open();
  }
  const { id, scope } = testRecord(1);
  const read = async (): Promise<readonly (readonly number[] | undefined)[]> => {
    const leg = { type: "vector", space: "s", values: Float32Array.of(1, 0) } as const;
    const selection = { within: [scope], reach: "here" } as const;
    await store.search({ legs: [leg], selection, limit: 5 });
    const vectors = await store.vectors("s", [
      { id, scope },
      { id: "none", scope },
    ]);
    const copies = vectors.map((vector) => vector && [...vector]);
    // The caller may change what it was given.
    for (const vector of vectors) vector?.fill(9);
    return copies;
  };
  await store.write([put(1, [1, 0])]);
  for (let time = 0; time < 4; time += 1) expect(await read()).toEqual([[1, 0], undefined]);
  await other.write([put(2, [0, 1])]);
  expect(await store.vectors("s", [{ id, scope }])).toEqual([Float32Array.of(0, 1)]);
  for (let time = 0; time < 3; time += 1) expect(await read()).toEqual([[0, 1], undefined]);
  await other.write([{ op: "delete", scope, id, at: new Date(), purge: true }]);
  expect(await read()).toEqual([undefined, undefined]);
});
