import { createMemory } from "@kioku/core";
import type { CompleteStore } from "@kioku/core/toolkit";

import type { SeededRandom } from "../seeded-random.ts";
import { canonicalJson } from "./canonical-json.ts";
import { vectorOf } from "./vector-of.ts";
import { ROOT } from "./world-places.ts";
import type { World, WorldRecord } from "./world.ts";

const SAMPLES = 3;
const NOW = new Date(Date.UTC(2027, 0, 1));

/**
 * Says what a store that was opened after a failure cannot do any more: write a memory and recall
 * it, find records by their words and by their vectors. Nothing, if it works. What it writes is
 * outside of the world.
 */
export async function stillWorks(
  store: CompleteStore,
  world: World,
  random: SeededRandom,
): Promise<readonly string[]> {
  const problems: string[] = [];
  const word = `probe${random.below(2 ** 31)}x`;
  const memory = createMemory({ store, retryEmbedding: false }).scope("after");
  await memory.remember(`the ${word} was written after the failure`);
  const recalled = await memory.recall({ query: word, limit: 1 });
  // Of a damaged file a record may come without its content.
  if (!canonicalJson(recalled[0] ?? {}).includes(word))
    problems.push("a new memory is not recalled");

  const findable = [...world.live.values()].filter(({ searchable }) => searchable);
  for (let sample = 0; sample < SAMPLES && findable.length > 0; sample += 1) {
    const wanted = random.pick(findable);
    const legs = legsOf(wanted);
    const selection = { within: [ROOT], reach: "below", now: NOW } as const;
    const hits = await store.search({ legs, selection, limit: 1 });
    const hit = hits.find(({ id }) => id === wanted.record.id);
    const missed = legs.filter(({ type }, leg) => {
      const score = hit?.scores[leg];
      return score === undefined || (type === "vector" && score < 0.999);
    });
    problems.push(...missed.map(({ type }) => `a record is not found by its own ${type}`));
  }
  return problems;
}

function legsOf({ record, vectors }: WorldRecord) {
  const [word = ""] = record.content.split(" ");
  return [
    { type: "text", terms: [word] } as const,
    ...Object.entries(vectors).map(
      ([space, seed]) => ({ type: "vector", space, values: vectorOf(space, seed) }) as const,
    ),
  ];
}
