import type { RecalledMemory } from "../../api/queries.js";
import { dotProduct } from "../../internal/unit-vector.js";
import { calibrate } from "../../ranking/calibrate.js";
import { maximalMarginalRelevance } from "../../ranking/maximal-marginal-relevance.js";
import { documentTerms } from "../../text/terms.js";
import type { Engine } from "../engine.js";
import { choicesFor } from "./check-recall-query.js";
import type { CheckedQuery } from "./check-recall-query.js";
import type { QueryVector } from "./find-candidates.js";

/** What choosing needs to know of the recall. */
export interface DiversifyCall {
  readonly asked: CheckedQuery;
  readonly vectors: readonly QueryVector[];
  readonly signal: AbortSignal | undefined;
}

/**
 * Chooses memories that answer the query and are unlike each other, in the order they were chosen;
 * scores stay.
 */
export async function diversify(
  engine: Engine,
  memories: readonly RecalledMemory[],
  { asked, vectors, signal }: DiversifyCall,
): Promise<readonly RecalledMemory[]> {
  if (asked.diversity === 0 || memories.length < 2) return memories;
  const choices = memories.slice(0, choicesFor(asked));
  const similarity = await similarityAmong(engine, choices, { vectors, signal });
  const relevance = choices.map(({ score }) => score);
  const chosen = maximalMarginalRelevance(
    { relevance, similarity },
    1 - asked.diversity,
    asked.limit,
  );
  return chosen.flatMap(({ index }) => choices[index] ?? []);
}

/**
 * How alike two of the memories are: by their vectors in the first space asked, else by shared
 * words.
 */
async function similarityAmong(
  engine: Engine,
  memories: readonly RecalledMemory[],
  { vectors, signal }: Pick<DiversifyCall, "vectors" | "signal">,
): Promise<(a: number, b: number) => number> {
  const [query] = vectors;
  const [own, profile] = query
    ? await Promise.all([
        engine.store.vectors(query.space.id, memories, { signal }),
        engine.profiles.of(query.embedder, signal),
      ])
    : [[], undefined];
  const terms = memories.map((memory) => new Set(documentTerms(memory.content)));
  return (a, b) => {
    const [first, second] = [own[a], own[b]];
    if (first && second && profile) return calibrate(dotProduct(first, second), profile);
    return overlap(terms[a] ?? new Set(), terms[b] ?? new Set());
  };
}

/** Jaccard index: shared words among all words of both. */
function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((term) => b.has(term)).length;
  const all = a.size + b.size - shared;
  return all === 0 ? 0 : shared / all;
}
