import assert from "node:assert/strict";

import { localEmbedder, localReranker } from "@kioku/embed-local";

async function main(): Promise<void> {
  const { vectors } = await localEmbedder().embed([
    "a small cat",
    "一只小猫",
    "the price of steel",
  ]);
  const [cat, kitten, steel] = vectors;
  assert.ok(dot(cat, kitten) > dot(cat, steel));
  const ranked = await localReranker().rerank("cat", ["the price of steel", "a small cat"]);
  const best = ranked.toSorted((left, right) => right.score - left.score)[0];
  assert.equal(best?.index, 1);
}

function dot(left: Iterable<number> = [], right: Iterable<number> = []): number {
  const others = [...right];
  return [...left].reduce((sum, value, index) => sum + value * (others[index] ?? 0), 0);
}

void main();
