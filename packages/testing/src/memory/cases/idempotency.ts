import assert from "node:assert/strict";

import type { RememberInput } from "@kioku/core";

import { rejectsWith } from "../../rejects-with.js";
import { seededRandom } from "../../store/random.js";
import { memoryCases } from "../memory-case.js";
import type { MemoryCase } from "../memory-case.js";
import { listed, recordOf, remembered } from "../stored.js";

/** The same key writes once. */
export const memoryIdempotencyCases: readonly MemoryCase[] = [
  ...memoryCases("idempotency keys", [], {
    async "writes that are sent three times each in any order leave the state of one time"({
      memory,
    }) {
      const random = seededRandom(4);
      const numbers = Array.from({ length: 10 }, (_, n) => n);
      const inputs = numbers.map((n) => ({ content: `Order ${n}`, idempotencyKey: `order-${n}` }));
      const replays = [...inputs, ...inputs, ...inputs].toSorted(() => random() - 0.5);
      const ids = new Map<string, string>();
      for (const input of replays) {
        const { id, version } = recordOf(await memory.remember(input));
        assert.equal(ids.get(input.idempotencyKey) ?? id, id, "a replay has another record");
        assert.equal(version, 1);
        ids.set(input.idempotencyKey, id);
      }
      assert.deepEqual(
        (await listed(memory)).toSorted(),
        inputs.map(({ content }) => content),
      );
    },
    async "a key that was used for something else is a conflict, and nothing of the batch is written"({
      memory,
      beside,
    }) {
      const first = { content: "Paid", thread: "t", idempotencyKey: "k" };
      const { id } = await remembered(memory, first);
      const others: readonly RememberInput[] = [
        { ...first, content: "Not paid" },
        { ...first, origin: "web" },
        { ...first, kind: "receipt" },
        { ...first, thread: "u" },
        { ...first, key: "payment" },
        { ...first, value: 1 },
        { ...first, occurredAt: new Date(0) },
      ];
      for (const other of others) {
        await rejectsWith("conflict", () => beside.rememberAll(["Something else", other]));
      }
      const [one, two] = [
        { content: "One", idempotencyKey: "j" },
        { content: "Two", idempotencyKey: "j" },
      ];
      await rejectsWith("conflict", () => memory.rememberAll([one, two]));
      assert.deepEqual(await listed(memory), ["Paid"]);
      await memory.forget(id);
      await remembered(memory, { ...first, content: "Not paid" });
    },
    async "the key of another scope is another key, and that of a forgotten record is free"({
      memory,
    }) {
      const record = await remembered(memory, { content: "Here", idempotencyKey: "k" });
      await remembered(memory.scope("there"), { content: "There", idempotencyKey: "k" });
      await memory.forget(record.id);
      await remembered(memory, { content: "Here again", idempotencyKey: "k" });
      assert.equal((await memory.scope("there").list()).items.length, 1);
    },
  }),
  ...memoryCases("idempotency keys", ["history"], {
    async "a replay writes nothing, also when the record has changed since"({ memory }) {
      const input = { content: "Paid", value: { a: 1, b: [2] }, idempotencyKey: "k" } as const;
      const record = await remembered(memory, input);
      await memory.update(record.id, { content: "Paid in full", value: true });
      await memory.update(record.id, { key: "payment" });
      const again = await memory.remember({ ...input, value: { b: [2], a: 1 } });
      assert.equal(again.status, "duplicate");
      assert.equal(recordOf(again).id, record.id);
      assert.deepEqual(await listed(memory), ["Paid in full"]);
    },
  }),
];
