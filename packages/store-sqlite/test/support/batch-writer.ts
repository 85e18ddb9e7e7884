/** Writes batches for ever and says so after each one, until it is killed. */
import { putOp, searchEntry, spaceVector, testRecord } from "@kioku/testing";

import { sqliteStore } from "../../src/index.js";

const [path = "", batchSize = "10"] = process.argv.slice(2);
const space = { id: "space", dimensions: 8 };
const size = Number(batchSize);
const store = sqliteStore({ path, busyTimeoutMs: 240_000 });
await store.open();
for (let batch = 0; ; batch += 1) {
  const ops = Array.from({ length: size }, (_, index) => {
    const n = batch * size + index;
    const content = `word${n} and some more words`;
    const vector = spaceVector(space, [1, n % 7, n % 5, n % 3, 1, 1, 1, 1]);
    return putOp(testRecord(n, { content }), { search: searchEntry(content, [vector]) });
  });
  await store.write(ops);
  process.send?.(batch);
}
