import type { RecalledMemory } from "../../api/queries.js";
import { dotProduct } from "../../internal/unit-vector.js";
import { calibrate } from "../../ranking/fuse.js";
import { maximalMarginalRelevance } from "../../ranking/maximal-marginal-relevance.js";
import { documentTerms } from "../../text/terms.js";
import type { Engine } from "../engine.js";
import type { QueryVector } from "./find-candidates.js";
import type { RecallPlan } from "./recall-plan.js";

/** Chooses memories that answer the query and are unlike each other. Scores stay as they are. */
export async function diversify(
  { store, profiles }: Engine,
  { asked, limits, signal }: RecallPlan,
  found: { readonly memories: readonly RecalledMemory[]; readonly query: QueryVector | undefined },
): Promise<readonly RecalledMemory[]> {
  const { memories, query } = found;
  if (memories.length < 2) return memories;
  const choices = memories.slice(0, limits.choices);
  const [own, profile] = query
    ? await Promise.all([
        store.vectors(query.space.id, choices, { signal }),
        profiles.of(query.embedder, signal),
      ])
    : [[], undefined];
  const terms = choices.map((memory) => new Set(documentTerms(memory.content)));
  const similarity = (a: number, b: number): number => {
    const [first, second] = [own[a], own[b]];
    if (first && second && profile) return calibrate(dotProduct(first, second), profile);
    return overlap(terms[a] ?? new Set(), terms[b] ?? new Set());
  };
  const input = { relevance: choices.map(({ score }) => score), similarity };
  const chosen = maximalMarginalRelevance(input, 1 - asked.diversity, asked.limit);
  return chosen.flatMap(({ index }) => choices[index] ?? []);
}

/** Returns the Jaccard index: shared words among all words of both. */
function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((term) => b.has(term)).length;
  const all = a.size + b.size - shared;
  return all === 0 ? 0 : shared / all;
}
