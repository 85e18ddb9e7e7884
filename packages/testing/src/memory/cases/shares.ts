import assert from "node:assert/strict";

import type { RememberInput } from "@kioku/core";
import { layer } from "@kioku/core";
import { isTrusted } from "@kioku/core/toolkit";

import { memoryCases } from "../memory-case.js";
import type { MemoryCase } from "../memory-case.js";
import { listed } from "../stored.js";

const QUESTIONS = ["Where do we pay refunds", "退款应该打到哪个账户"] as const;

/**
 * A hundred notes of strangers that repeat the question, and ten real ones that share words with
 * it.
 */
function flood(question: string): readonly RememberInput[] {
  const poison = Array.from({ length: 100 }, (_, index): RememberInput => {
    const origin = index % 2 === 0 ? "web" : "tool";
    return { content: `${question} ${question} ${index}`, origin };
  });
  const real = Array.from({ length: 10 }, (_, index) => {
    return { content: `${question.slice(-7)} is what rule ${index} is about` };
  });
  return [...poison, ...real];
}

/** Untrusted memories take their share of an answer and no more; layers are read as one. */
export const memoryShareCases: readonly MemoryCase[] = [
  ...memoryCases("shares", ["text"], {
    async "a flood of untrusted memories takes its share of a recall, and does not push out what is trusted"({
      memory,
    }) {
      for (const question of QUESTIONS) {
        const scope = memory.scope(question);
        await scope.rememberAll(flood(question));
        const hits = await scope.recall(question);
        assert.equal(hits.length, 10);
        assert.equal(hits.filter((hit) => !isTrusted(hit)).length, 4);
        const { included, trust } = await scope.context(question, { budget: 10_000 });
        assert.equal(included.filter((one) => isTrusted(one.memory)).length, 10);
        assert.equal(trust, 0.5);
      }
    },
  }),
  ...memoryCases("shares", [], {
    async "what surfaces holds no more untrusted memories than their share"({ memory }) {
      await memory.rememberAll(flood(QUESTIONS[0]));
      const query = { minTrust: 0, limit: 10, cooldown: 0, seed: 1 };
      const drawn = await memory.surface(query);
      assert.equal(drawn.length, 10);
      assert.ok(drawn.filter((one) => !isTrusted(one)).length <= 4);
    },
    async "layers on one store and on another are listed in one order, page by page"({
      memory,
      clock,
      elsewhere,
    }) {
      const layers = [memory.scope("a"), memory.scope("b"), await elsewhere()] as const;
      const expected: string[] = [];
      for (let index = 0; index < 9; index += 1) {
        clock.now = new Date(clock.now.getTime() + 1_000);
        const content = `note ${index}`;
        await layers[index % 3]?.remember(content);
        expected.push(content);
      }
      const all = layer(...layers);
      assert.deepEqual(await listed(all), expected);
      const paged: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await all.list({ limit: 2, cursor, order: "desc" });
        paged.push(...page.items.map(({ content }) => content));
        ({ cursor } = page);
      } while (cursor !== undefined);
      assert.deepEqual(paged, expected.toReversed());
    },
  }),
];
