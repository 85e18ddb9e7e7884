import assert from "node:assert/strict";

import { memoryCases } from "../memory-case.js";
import type { MemoryCase } from "../memory-case.js";
import { listed, remembered } from "../stored.js";

const DAY_MS = 86_400_000;

/** The same answer of four reads. */
function all(text: string): string[] {
  return Array<string>(4).fill(text);
}

/** Both axes of time can be asked. */
export const memoryAsOfCases: readonly MemoryCase[] = [
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
];
