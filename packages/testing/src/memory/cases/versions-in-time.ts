import assert from "node:assert/strict";

import { memoryCases, type MemoryCase } from "../memory-case.js";
import { listed, remembered } from "../stored.js";

const DAY_MS = 86_400_000;

/** The same answer of four reads. */
function all(text: string): string[] {
  return Array<string>(4).fill(text);
}

export const memoryVersionsInTimeCases: readonly MemoryCase[] = [
  ...memoryCases("as of another moment", ["history", "text"], {
    async "knownAt gives what was known then, through every read"({ memory, clock }) {
      const before = clock.now;
      clock.advance(DAY_MS);
      const { id } = await remembered(memory, { content: "The office is in Rome", key: "office" });
      const first = clock.now;
      clock.advance(DAY_MS);
      await memory.update(id, { content: "The office is in Oslo" });
      const second = clock.now;
      clock.advance(DAY_MS);
      await memory.forget(id);
      const seenAt = async (knownAt: Date): Promise<readonly unknown[]> => {
        const asOf = { knownAt };
        const recalled = await memory.recall({
          query: "Where is the office?",
          mode: "keyword",
          asOf,
        });
        return [
          await memory.get("office", { asOf }),
          (await memory.read(id, { asOf }))?.content,
          ...(await listed(memory, { asOf })),
          ...recalled.map(({ content }) => content),
        ];
      };
      assert.deepEqual(await seenAt(before), [undefined, undefined]);
      assert.deepEqual(await seenAt(first), all("The office is in Rome"));
      assert.deepEqual(await seenAt(second), all("The office is in Oslo"));
      assert.deepEqual(await seenAt(clock.now), [undefined, undefined]);
    },
  }),
  ...memoryCases("as of another moment", ["text"], {
    async "validAt gives what was true then"({ memory }) {
      const [may, june, july] = ["2025-05-01", "2025-06-01", "2025-07-01"].map(
        (day) => new Date(day),
      );
      const rome = await remembered(memory, {
        content: "Ann lives in Rome",
        ...(may ? { validFrom: may } : {}),
      });
      await remembered(memory, {
        content: "Ann lives in Oslo",
        supersedes: [rome.id],
        ...(july ? { validFrom: july } : {}),
      });
      const trueAt = async (validAt: Date | undefined): Promise<string[]> => {
        const found = await memory.recall({
          query: "Where does Ann live?",
          mode: "keyword",
          asOf: { validAt },
        });
        const texts = found.map(({ content }) => content);
        assert.deepEqual(
          await listed(memory, { asOf: { validAt } }),
          texts,
          "list and recall differ",
        );
        return texts;
      };
      assert.deepEqual(await trueAt(new Date("2025-04-30")), []);
      assert.deepEqual(await trueAt(june), ["Ann lives in Rome"]);
      assert.deepEqual(await trueAt(july), ["Ann lives in Oslo"]);
    },
  }),
  ...memoryCases("as of another moment", ["history"], {
    async "what was purged is known at no moment"({ memory, clock }) {
      const { id } = await remembered(memory, { content: "Purged", key: "k" });
      const asOf = { knownAt: clock.now };
      clock.advance(DAY_MS);
      await memory.forget(id, { purge: true });
      assert.equal(await memory.read(id, { asOf }), undefined);
      assert.equal(await memory.get("k", { asOf }), undefined);
      assert.deepEqual(await listed(memory, { asOf }), []);
    },
  }),
  ...memoryCases("history of memories", ["history"], {
    async "every change is kept with who made it, why, when, and the text before it"({
      memory,
      clock,
    }) {
      const start = clock.now;
      const record = await remembered(memory, "First", { actor: "ann", cause: "said so" });
      clock.advance(1_000);
      await memory.update(record.id, { content: "Second" }, { actor: "bob", cause: "corrected" });
      clock.advance(1_000);
      await memory.remember(
        { content: "Third", supersedes: [record.id] },
        { actor: "cat", cause: "news" },
      );
      clock.advance(1_000);
      await memory.forget(record.id, { actor: "dan", cause: "asked to" });
      const history = await memory.history(record.id);
      const at = (seconds: number): Date => new Date(start.getTime() + seconds * 1_000);
      assert.deepEqual(
        history.map(({ record: version, ...revision }) => ({
          ...revision,
          text: version?.content,
        })),
        [
          {
            version: 1,
            change: "created",
            at: at(0),
            actor: "ann",
            cause: "said so",
            text: "First",
          },
          {
            version: 2,
            change: "updated",
            at: at(1),
            actor: "bob",
            cause: "corrected",
            text: "Second",
          },
          {
            version: 3,
            change: "superseded",
            at: at(2),
            actor: "cat",
            cause: "news",
            text: "Second",
          },
          {
            version: 4,
            change: "deleted",
            at: at(3),
            actor: "dan",
            cause: "asked to",
            text: undefined,
          },
        ],
      );
      assert.equal(await memory.read(record.id), undefined);
    },
  }),
  ...memoryCases("history of memories", ["history", "strength"], {
    async "use makes a memory stronger, and makes no version"({ memory, clock }) {
      const { id, strength } = await remembered(memory, "Used");
      clock.advance(5 * 86_400_000);
      assert.equal(await memory.markUsed([id, id, "nobody-has-this-id"]), 1);
      const after = await memory.read(id);
      assert.equal(after?.version, 1);
      assert.equal(after.strength.uses, 1);
      assert.ok(after.strength.stabilityDays > strength.stabilityDays, "it is no stronger");
      assert.equal((await memory.history(id)).length, 1);
    },
  }),
  ...memoryCases("superseding", ["text"], {
    async "what is superseded ends when its successor begins, and is kept, hidden by default"({
      memory,
      clock,
    }) {
      const old = await remembered(memory, "Ann lives in Rome");
      const pinned = await remembered(memory, "Ann likes tea");
      clock.advance(1_000);
      const fresh = await remembered(memory, {
        content: "Ann lives in Oslo",
        supersedes: [old.id],
      });
      assert.deepEqual((await memory.read(old.id))?.validTo, clock.now);
      assert.equal((await memory.read(old.id))?.content, old.content);
      assert.deepEqual(await listed(memory), [pinned.content, fresh.content]);
      assert.deepEqual(await listed(memory, { includeRetired: true }), [
        old.content,
        pinned.content,
        fresh.content,
      ]);
      const found = await memory.recall({
        query: "Where does Ann live? Rome or Oslo?",
        mode: "keyword",
      });
      assert.ok(
        found.every(({ id }) => id !== old.id),
        "a retired fact was recalled",
      );
    },
  }),
  ...memoryCases("superseding", [], {
    async "nothing is retired because something else is said"({ memory }) {
      const facts = ["Ann lives in Rome", "Ann lives in Oslo", "Ann does not live in Rome"];
      for (const content of facts) await remembered(memory, content);
      assert.deepEqual(await listed(memory), facts);
      for (const record of (await memory.list()).items) assert.equal(record.validTo, undefined);
    },
    async "a successor that begins earlier ends what it replaces there"({ memory }) {
      const old = await remembered(memory, "Ann works here");
      const validFrom = new Date("2026-02-10");
      await remembered(memory, { content: "Ann works there", validFrom, supersedes: [old.id] });
      assert.deepEqual((await memory.read(old.id))?.validTo, validFrom);
    },
  }),
];
