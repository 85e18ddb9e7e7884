import { testMemory, watchedStore } from "@kioku/testing/support";
import { expect, test } from "vitest";

import { contentHash } from "../../src/engine/write/search-entry.js";
import { inMemoryStore } from "../../src/index.js";
import type { RememberInput } from "../../src/index.js";
import type { PutOp, WriteOp } from "../../src/toolkit/index.js";

const INPUTS: readonly RememberInput[] = [
  { content: "plain" },
  { content: "  spaced   out \n", kind: "fact" },
  { content: "in a thread", thread: "chat", dedupe: "exact" },
  { content: "happened", occurredAt: new Date("2025-05-01T08:00:00Z") },
  { content: "from the web", origin: "web" },
  { content: "hardly trusted", trust: 0.2 },
  { content: "with a key", key: "colour", kind: "entry" },
  { content: "again and again", dedupe: "off" },
  { content: "by number", idempotencyKey: "n-1" },
];

test("every record is written with the hash of what it says, wherever it was made", async () => {
  const inner = inMemoryStore();
  const { store, intercept } = watchedStore(inner);
  const { memory } = testMemory({ store });
  const puts: PutOp[] = [];
  const keep = async (args: readonly unknown[]): Promise<void> => {
    const ops = args[0] as readonly WriteOp[];
    puts.push(...ops.filter((op) => op.op === "put"));
  };
  intercept("write", keep);
  const [first] = await memory.scope("ann").rememberAll(INPUTS);
  const source = first?.status === "stored" ? first.record.id : "";
  intercept("write", keep);
  await memory.scope("ann").rememberAll([
    { content: "derived", sources: [source], origin: "derived" },
    { content: "with a key, again", key: "colour" },
  ]);
  expect(puts).toHaveLength(INPUTS.length + 2);
  for (const { record, contentHash: hash } of puts) expect(hash).toBe(contentHash(record));
});
