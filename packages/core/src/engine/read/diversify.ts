import type { RecalledMemory } from "../../api/queries.js";
import { dotProduct } from "../../internal/unit-vector.js";
import { calibrate } from "../../ranking/fuse.js";
import { maximalMarginalRelevance } from "../../ranking/maximal-marginal-relevance.js";
import { documentTerms } from "../../text/terms.js";
import type { Engine } from "../engine.js";
import type { QueryVector } from "./find-candidates.js";
import type { RecallPlan } from "./recall-plan.js";

interface DiverseChoice {
  readonly memories: readonly RecalledMemory[];
  /** The vector that found them, if any. */
  readonly query: QueryVector | undefined;
}

/** Chooses memories that answer the query and are unlike each other. Scores stay as they are. */
export async function diversify(
  engine: Engine,
  plan: RecallPlan,
  { memories, query }: DiverseChoice,
): Promise<readonly RecalledMemory[]> {
  const { asked, limits } = plan;
  if (memories.length < 2) return memories;
  const choices = memories.slice(0, limits.choices);
  const similarity = await similarityAmong(engine, plan, { memories: choices, query });
  const relevance = choices.map(({ score }) => score);
  const input = { relevance, similarity };
  const chosen = maximalMarginalRelevance(input, 1 - asked.diversity, asked.limit);
  return chosen.flatMap(({ index }) => choices[index] ?? []);
}

async function similarityAmong(
  { store, profiles }: Engine,
  { signal }: RecallPlan,
  { memories, query }: DiverseChoice,
): Promise<(a: number, b: number) => number> {
  const [own, profile] = query
    ? await Promise.all([
        store.vectors(query.space.id, memories, { signal }),
        profiles.of(query.embedder, signal),
      ])
    : [[], undefined];
  const terms = memories.map((memory) => new Set(documentTerms(memory.content)));
  return (a, b) => {
    const [first, second] = [own[a], own[b]];
    if (first && second && profile) return calibrate(dotProduct(first, second), profile);
    return overlap(terms[a] ?? new Set(), terms[b] ?? new Set());
  };
}

/** Returns the Jaccard index: shared words among all words of both. */
function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((term) => b.has(term)).length;
  const all = a.size + b.size - shared;
  return all === 0 ? 0 : shared / all;
}
