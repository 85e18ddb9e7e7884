import assert from "node:assert/strict";

import type { Memory } from "@kioku/core";

import { memoryCases } from "../memory-case.js";
import type { MemoryCase } from "../memory-case.js";
import { listed, recordOf, remembered } from "../stored.js";

const HOUR_MS = 3_600_000;

async function writeExpiring(memory: Memory): Promise<string> {
  const input = {
    content: "The code is 4711",
    key: "code",
    ttlMs: HOUR_MS,
    idempotencyKey: "once",
  };
  return (await remembered(memory, input)).id;
}

/** Expired memories are not there. */
export const memoryExpiryCases: readonly MemoryCase[] = [
  ...memoryCases("expiry of memories", [], {
    async "a record is there until its time is over, and then for no read"({ memory, clock }) {
      const id = await writeExpiring(memory);
      clock.advance(HOUR_MS - 1);
      assert.equal(await memory.get("code"), "The code is 4711");
      clock.advance(1);
      assert.equal(await memory.get("code"), undefined);
      assert.equal(await memory.read(id), undefined);
      assert.deepEqual(await listed(memory, { includeArchived: true, includeRetired: true }), []);
      assert.equal(await memory.markUsed(id), 0);
    },
    async "sweep removes what has expired, its history included, and nothing else"({
      memory,
      clock,
    }) {
      const id = await writeExpiring(memory);
      const kept = await remembered(memory, { content: "Kept", ttlMs: 2 * HOUR_MS });
      clock.advance(HOUR_MS);
      assert.equal((await memory.sweep()).removed, 1);
      assert.equal((await memory.sweep()).removed, 0);
      assert.deepEqual(await memory.history(id), []);
      assert.deepEqual(await listed(memory), [kept.content]);
    },
    async "key and idempotency key of what has expired are free"({ memory, clock }) {
      const old = await writeExpiring(memory);
      clock.advance(HOUR_MS);
      const fresh = await memory.remember({ content: "New", key: "code", idempotencyKey: "once" });
      assert.equal(fresh.status, "stored");
      assert.notEqual(recordOf(fresh).id, old);
      assert.equal(recordOf(fresh).version, 1);
    },
  }),
  ...memoryCases("expiry of memories", ["text"], {
    async "what has expired is not recalled, and does not come to mind"({ memory, clock }) {
      await writeExpiring(memory);
      clock.advance(HOUR_MS);
      assert.deepEqual(await memory.recall({ query: "code 4711", mode: "keyword" }), []);
      assert.deepEqual(await memory.surface({ cue: "code 4711" }), []);
      assert.equal((await memory.context({ query: "code 4711", mode: "keyword" })).text, "");
    },
  }),
];
