import type { Memory, MemoryRecord } from "@kioku/core";
import { seededRandom } from "@kioku/testing/support";
import { describe, expect, test } from "vitest";

import type { DocumentName, Mind } from "../../src/index.js";
import { know, live, say, STORES, testMind } from "../support/mind-test.js";

const THINGS = ["boat", "car", "cat", "piano", "house", "bicycle", "船", "钢琴"];
const SPEAKERS = ["Ana", "Mei"];

/** Checks that each sentence that is shown stands in turns that are there. */
async function checkSentences(mind: Mind, memory: Memory): Promise<number> {
  const names: readonly DocumentName[] = [
    ...SPEAKERS.map((of) => ({ document: "portrait", of }) as const),
    { document: "day" },
    { document: "thread", thread: "t0" },
    { document: "self" },
  ];
  let sentences = 0;
  for (const name of names) {
    const { blocks } = await mind.document(name);
    for (const sentence of blocks.flatMap((block) => block.sentences)) {
      sentences += 1;
      expect(sentence.sources.length).toBeGreaterThan(0);
      for (const id of sentence.sources) expect(await memory.read(id)).toBeDefined();
      const explanation = await mind.why(sentence.id);
      expect(explanation?.quotes.map(({ source }) => source).toSorted()).toEqual(
        sentence.sources.toSorted(),
      );
      for (const { source, quote } of explanation?.quotes ?? []) {
        expect((await memory.read(source))?.content).toContain(quote);
      }
    }
  }
  const { included } = await mind.context("What does she own?", { budget: 4_000 });
  for (const { memory: shown } of included) {
    if (shown.kind !== "fact") continue;
    const sources = await Promise.all(shown.sources.map((id) => memory.read(id)));
    expect(sources.some((source) => source !== undefined)).toBe(true);
  }
  return sentences;
}

describe.each(STORES)("random forgetting on a store: %s", (store) => {
  test.each([1, 2, 3, 4].slice(0, process.env["KIOKU_TEST_SIZE"] === "full" ? 4 : 1))(
    "leaves no sentence without a source, seed %i",
    async (seed) => {
      const { mind, memory } = testMind(store);
      const random = seededRandom(seed);
      const pick = <T>(list: readonly T[]): T | undefined =>
        list[Math.floor(random() * list.length)];
      let turns: MemoryRecord[] = [];
      let shown = 0;
      for (let round = 0; round < 40; round += 1) {
        const thing = pick(THINGS) ?? "";
        const speaker = pick(SPEAKERS) ?? "";
        const thread = `t${Math.floor(random() * 2)}`;
        const turn = await say(memory, `I own a ${thing}. ${round}`, { speaker, thread });
        turns.push(turn);
        const same = turns.filter((one) => one.content.includes(thing) && one.speaker === speaker);
        const [first = turn, ...rest] = same.slice(-3);
        const evidence = {
          text: `I own a ${thing}. ${round}`,
          block: pick(["home", "other"]) ?? "",
        };
        await know(memory, [first, ...rest], evidence);
        if (round % 5 === 4) await live(memory, [turn, ...turns.slice(-3)], { number: round });
        const target = pick(turns);
        if (!target || random() > 0.4) continue;
        turns = turns.filter(({ id }) => id !== target.id);
        const way = Math.floor(random() * 5);
        if (way === 0) await mind.forget(target.id);
        else if (way === 1) await mind.erase(target.id);
        else if (way === 2) await mind.forget(target.id, { purge: true });
        // By the memory itself, which knows of no documents.
        else if (way === 3) await memory.forget(target.id);
        else await memory.erase(target.id);
        shown += await checkSentences(mind, memory);
      }
      expect(shown).toBeGreaterThan(0);
    },
  );
});
