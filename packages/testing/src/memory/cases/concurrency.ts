import assert from "node:assert/strict";

import { MemoryError, type MemoryRoot } from "@kioku/core";

import { memoryCases, type MemoryCase, type MemorySubject } from "../memory-case.js";
import { listed, recordOf, remembered } from "../stored.js";

const WRITERS = 8;

/** More than a write without a queue would try again. */
const CROWD = Array.from({ length: 300 }, (_, n) => n);

/** Runs eight writers at once, half of them in another memory on the same store. */
function race<T>(
  { memory, beside }: MemorySubject,
  write: (memory: MemoryRoot, writer: number) => Promise<T>,
): Promise<T[]> {
  const writers = Array.from({ length: WRITERS }, (_, writer) => writer);
  return Promise.all(writers.map((writer) => write(writer % 2 === 0 ? memory : beside, writer)));
}

const DAY_MS = 86_400_000;

export const memoryConcurrencyCases: readonly MemoryCase[] = [
  ...memoryCases("writers at once", ["history"], {
    async "eight writers of one key make one record with eight versions"(subject) {
      const records = await race(subject, (memory, writer) => memory.set("key", writer));
      const [id] = new Set(records.map((record) => record.id));
      assert.equal(
        new Set(records.map((record) => record.id)).size,
        1,
        "there is more than one record",
      );
      assert.deepEqual(
        records.map(({ version }) => version).toSorted((a, b) => a - b),
        [1, 2, 3, 4, 5, 6, 7, 8],
      );
      const history = await subject.memory.history(id ?? "");
      const values = history.map(({ record }) => Number(record?.value)).toSorted((a, b) => a - b);
      assert.deepEqual(values, [0, 1, 2, 3, 4, 5, 6, 7], "a value is missing in history");
      assert.equal((await subject.memory.list()).items.length, 1);
    },
  }),
  ...memoryCases("writers at once", [], {
    async "eight writers with one idempotency key make one record"(subject) {
      const receipts = await race(subject, (memory) =>
        memory.remember({ content: "Once", idempotencyKey: "once" }),
      );
      assert.equal(receipts.filter(({ status }) => status === "stored").length, 1);
      assert.equal(new Set(receipts.map((receipt) => recordOf(receipt).id)).size, 1);
      assert.equal((await subject.memory.list()).items.length, 1);
    },
    async "of eight writers with one idempotency key for other texts one writes, and seven are told of the conflict"(
      subject,
    ) {
      const ends = await race(subject, (memory, writer) =>
        memory
          .remember({ content: `Writer ${writer}`, idempotencyKey: "once" })
          .catch((error: unknown) => error),
      );
      const conflicts = ends.filter((end) => MemoryError.is(end, "conflict"));
      assert.equal(conflicts.length, WRITERS - 1);
      assert.equal((await subject.memory.list()).items.length, 1);
    },
    async "eight writers of one text make one record"(subject) {
      const receipts = await race(subject, (memory) => memory.remember("The same words"));
      assert.equal(receipts.filter(({ status }) => status === "stored").length, 1);
      assert.equal((await subject.memory.list()).items.length, 1);
    },
    async "eight updates of different members are all there"(subject) {
      const { id } = await remembered(subject.memory, {
        content: "Shared",
        metadata: { kept: true },
      });
      await race(subject, (memory, writer) =>
        memory.update(id, { metadata: { [`w${writer}`]: writer } }),
      );
      const record = await subject.memory.read(id);
      assert.deepEqual(record?.metadata, {
        kept: true,
        w0: 0,
        w1: 1,
        w2: 2,
        w3: 3,
        w4: 4,
        w5: 5,
        w6: 6,
        w7: 7,
      });
      assert.equal(record.version, WRITERS + 1);
    },
    async "three hundred updates of one record are all there, half of them in another memory"({
      memory,
      beside,
    }) {
      const { id } = await remembered(memory, { content: "Shared" });
      await Promise.all(
        CROWD.map((n) =>
          (n % 2 === 0 ? memory : beside).update(id, { metadata: { [`w${n}`]: n } }),
        ),
      );
      const record = await memory.read(id);
      assert.equal(Object.keys(record?.metadata ?? {}).length, CROWD.length);
      assert.equal(record?.version, CROWD.length + 1);
    },
    async "three hundred writers of one entry write it three hundred times, and an update beside them is not lost"({
      memory,
      beside,
    }) {
      const { id } = await memory.set("counter", -1);
      const sets = CROWD.map((n) => (n % 2 === 0 ? memory : beside).set("counter", n));
      await Promise.all([...sets, memory.update(id, { metadata: { seen: true } })]);
      const record = await memory.read(id);
      assert.equal(record?.version, CROWD.length + 2);
      assert.deepEqual(record.metadata, { seen: true });
    },
    async "of eight writers that saw the same version one wins and seven are told of the conflict"(
      subject,
    ) {
      const { id } = await subject.memory.set("counter", 0);
      const results = await race(subject, (memory, writer) =>
        memory.set("counter", writer + 1, { ifVersion: 1 }).catch((error: unknown) => error),
      );
      const conflicts = results.filter((result) => MemoryError.is(result, "conflict"));
      assert.equal(conflicts.length, WRITERS - 1);
      assert.equal((await subject.memory.read(id))?.version, 2);
    },
  }),
  ...memoryCases("duplicates of memories", [], {
    async "the same text again, but for spacing and Unicode form, is a duplicate of the first"({
      memory,
    }) {
      const first = await remembered(memory, "Caf\u00E9  at noon");
      const again = await memory.remember(" Cafe\u0301 at\nnoon ");
      assert.equal(again.status, "duplicate");
      assert.equal(recordOf(again).id, first.id);
      assert.deepEqual(await listed(memory), ["Caf\u00E9  at noon"]);
      assert.equal((await memory.read(first.id))?.version, 1);
    },
    async "the same text of another kind, thread or time is another memory"({ memory }) {
      const content = "Yes";
      const occurredAt = new Date("2026-02-01");
      const inputs = [
        { content },
        { content, kind: "answer" },
        { content, thread: "a", dedupe: "exact" },
        { content, thread: "b", dedupe: "exact" },
        { content, occurredAt },
        { content, occurredAt: new Date(occurredAt.getTime() + 1) },
      ] as const;
      const receipts = await memory.rememberAll(inputs);
      assert.ok(receipts.every(({ status }) => status === "stored"));
    },
    async "the same text in another scope is never a duplicate"({ memory }) {
      const views = [
        memory,
        memory.scope("a"),
        memory.scope("b"),
        memory.scope("a", "b"),
        memory.scope("A"),
      ];
      for (const view of views) await remembered(view, "The same words");
      for (const view of views) {
        assert.equal((await view.remember("The same words")).status, "duplicate");
        assert.equal((await view.list()).items.length, 1);
      }
    },
    async "what is forgotten, expired, superseded or changed is in nobody's way"({
      memory,
      clock,
    }) {
      const forgotten = await remembered(memory, "Forgotten");
      await memory.forget(forgotten.id);
      await remembered(memory, { content: "Expired", ttlMs: DAY_MS });
      const superseded = await remembered(memory, "Superseded");
      await remembered(memory, { content: "Its successor", supersedes: [superseded.id] });
      const changed = await remembered(memory, "Changed");
      await memory.update(changed.id, { content: "Into something else" });
      clock.advance(2 * DAY_MS);
      for (const content of ["Forgotten", "Expired", "Superseded", "Changed"]) {
        await remembered(memory, content);
      }
    },
  }),
  ...memoryCases("duplicates of memories", ["vector"], {
    async "with a least similarity, what says nearly the same is a duplicate, and what does not is none"({
      memory,
    }) {
      const dedupe = { similarity: 0.9 };
      const first = await remembered(memory.scope("a"), {
        content: "Ann lives in Oslo now",
        dedupe,
      });
      const again = await memory.scope("a").remember({ content: "Ann now lives in Oslo", dedupe });
      assert.equal(again.status, "duplicate");
      assert.equal(recordOf(again).id, first.id);
      await remembered(memory.scope("a"), { content: "Bread needs flour, water and salt", dedupe });
      await remembered(memory.scope("b"), { content: "Ann now lives in Oslo", dedupe });
    },
  }),
];
