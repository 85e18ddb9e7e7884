import type { RecalledMemory } from "../../api/queries.js";
import { isTrusted } from "../../model/trust.js";
import { normalizeForDuplicates } from "../../text/normalize.js";
import {
  limitUntrusted,
  limitUntrustedWithNeighbours,
  untrustedPlaces,
} from "../untrusted-share.js";

/** How large a merged answer is. */
export interface MergeRecalled {
  /** How many memories at most. */
  readonly limit: number;
  /** Share of these that may be untrusted. */
  readonly share: number;
}

interface Layered {
  readonly memory: RecalledMemory;
  readonly said: string;
}

/**
 * One answer of those of several layers: the best first across them, each layer's own order kept,
 * the earlier layer first where scores are equal. What several say is there once.
 */
export function mergeRecalled(
  answers: readonly (readonly RecalledMemory[])[],
  { limit, share }: MergeRecalled,
): readonly RecalledMemory[] {
  const layers = answers.map((answer) =>
    answer.map((memory) => ({ memory, said: normalizeForDuplicates(memory.content) })),
  );
  const chosen = chooseDistinct(layers.flat());
  const merged = mergeByScore(
    layers.map((layer) => layer.filter(({ memory }) => chosen.has(memory))),
  );
  const places = untrustedPlaces(share, limit);
  const shown = limitUntrusted(merged, places, (memory) => memory).slice(0, limit);
  return limitUntrustedWithNeighbours(shown, places);
}

/**
 * Of each text the one in the earliest layer; but one that is trusted before one that is not, which
 * could be there to hide it.
 */
function chooseDistinct(all: readonly Layered[]): ReadonlySet<RecalledMemory> {
  const chosen = new Map<string, RecalledMemory>();
  for (const { memory, said } of all) {
    const first = chosen.get(said);
    if (!first || (isTrusted(memory) && !isTrusted(first))) chosen.set(said, memory);
  }
  return new Set(chosen.values());
}

/** Takes the best of what each layer would give next, again and again. */
function mergeByScore(layers: readonly (readonly Layered[])[]): readonly RecalledMemory[] {
  const next = layers.map(() => 0);
  const merged: RecalledMemory[] = [];
  for (;;) {
    let best: { readonly memory: RecalledMemory; readonly layer: number } | undefined;
    for (const [layer, items] of layers.entries()) {
      const memory = items[next[layer] ?? 0]?.memory;
      if (memory && (!best || memory.score > best.memory.score)) best = { memory, layer };
    }
    if (!best) return merged;
    merged.push(best.memory);
    next[best.layer] = (next[best.layer] ?? 0) + 1;
  }
}
