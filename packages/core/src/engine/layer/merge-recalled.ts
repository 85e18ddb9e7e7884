import type { OmittedMemory, Recalled, RecalledMemory } from "../../api/queries.js";
import { isTrusted } from "../../model/trust.js";
import { normalizeForDuplicates } from "../../text/normalize.js";
import { leftOut, NOT_RELEVANT, toRecalled } from "../read/to-recalled.js";
import { limitUntrusted, limitAllUntrusted, untrustedLimit } from "../untrusted-share.js";

interface Layered {
  readonly memory: RecalledMemory;
  readonly said: string;
}

interface Merging {
  readonly limit: number;
  /** Memories of which untrusted ones have their share. @defaultValue the limit */
  readonly answer?: number;
  readonly share: number;
}

/** Merges answers by score, each layer's own order kept. A text of several layers is there once. */
export function mergeRecalled(
  answers: readonly Recalled[],
  { limit, answer: counted = limit, share }: Merging,
): Recalled {
  const layers = answers.map((answer) =>
    answer.map((memory) => ({ memory, said: normalizeForDuplicates(memory.content) })),
  );
  const all = answers.flat();
  const chosen = chooseDistinct(layers.flat());
  const kept = layers.map((layer) => layer.filter(({ memory }) => chosen.has(memory)));
  const most = untrustedLimit(share, counted);
  const allowed = limitUntrusted(mergeByScore(kept), most, (memory) => memory);
  const shown = allowed.slice(0, limit);
  const notices = answers.flatMap(({ notice = [] }) => notice);
  const notice = notices.find(({ code }) => code === NOT_RELEVANT.code) ?? notices[0];
  const reasonOf = (memory: RecalledMemory): OmittedMemory["reason"] => {
    if (!chosen.has(memory)) return "duplicate";
    return allowed.includes(memory) ? "limit" : "untrusted";
  };
  const omitted = answers.some((answer) => answer.omitted)
    ? [...answers.flatMap((answer) => answer.omitted ?? []), ...leftOut(all, shown, reasonOf)]
    : undefined;
  return toRecalled(limitAllUntrusted(shown, most), { notice, omitted });
}

/** Takes each text from the earliest layer, but a trusted one before one that could hide it. */
function chooseDistinct(all: readonly Layered[]): ReadonlySet<RecalledMemory> {
  const chosen = new Map<string, RecalledMemory>();
  for (const { memory, said } of all) {
    const first = chosen.get(said);
    if (!first || (isTrusted(memory) && !isTrusted(first))) chosen.set(said, memory);
  }
  return new Set(chosen.values());
}

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
