/**
 * Does what it is told: `{ n, values }` gives record n a vector in space "space". Answers when it
 * is written.
 */
import { putOp, searchEntry, spaceVector, testRecord } from "@kioku/testing";

import { sqliteStore } from "../../src/index.js";

interface Order {
  readonly n: number;
  readonly values: readonly number[];
}

const [path = ""] = process.argv.slice(2);
const store = sqliteStore({ path, busyTimeoutMs: 240_000 });
await store.open();
process.on("message", (order: Order) => {
  void carryOut(order);
});
process.send?.("ready");

async function carryOut({ n, values }: Order): Promise<void> {
  const record = testRecord(n);
  const vector = spaceVector({ id: "space", dimensions: values.length }, values);
  await store.write([putOp(record, { search: searchEntry(record.content, [vector]) })]);
  process.send?.("written");
}
